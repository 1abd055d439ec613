//! One dispatch: buffers, descriptors, pipeline, submission, readback.

use super::device::Device;
use super::error::{Named, VulkanError};
use super::storage::{Buffer, Storage};
use ash::vk;
use std::time::Duration;

/// A dispatch.
#[derive(Clone, Debug)]
pub struct Work<'a> {
    /// The module.
    pub words: &'a [u32],
    /// Subgroup size that the module was mapped for; 1 for any.
    pub subgroup_size: u32,
    /// Push constants.
    pub push: &'a [u8],
    /// Workgroups.
    pub groups: [u32; 3],
    /// How long the device may take.
    pub timeout: Duration,
}

/// How the buffers of a dispatch came to the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transfers {
    /// Used where they were.
    pub imported: usize,
    /// Copied there and back.
    pub copied: usize,
}

/// Handles of one dispatch, destroyed together.
struct Objects<'d> {
    device: &'d Device,
    layout: vk::DescriptorSetLayout,
    pipeline_layout: vk::PipelineLayout,
    module: vk::ShaderModule,
    pipeline: vk::Pipeline,
    pool: vk::DescriptorPool,
    command: vk::CommandBuffer,
    fence: vk::Fence,
}

impl<'d> Objects<'d> {
    fn new(device: &'d Device) -> Objects<'d> {
        Objects {
            device,
            layout: vk::DescriptorSetLayout::null(),
            pipeline_layout: vk::PipelineLayout::null(),
            module: vk::ShaderModule::null(),
            pipeline: vk::Pipeline::null(),
            pool: vk::DescriptorPool::null(),
            command: vk::CommandBuffer::null(),
            fence: vk::Fence::null(),
        }
    }
}

impl Drop for Objects<'_> {
    fn drop(&mut self) {
        let raw = &self.device.raw;
        // SAFETY: destroying null handles does nothing; if work was submitted and is not done (a timeout), the wait ends
        // it or finds the device lost.
        unsafe {
            let _ = raw.device_wait_idle();
            if self.command != vk::CommandBuffer::null() {
                raw.free_command_buffers(self.device.pool, &[self.command]);
            }
            raw.destroy_fence(self.fence, None);
            raw.destroy_descriptor_pool(self.pool, None);
            raw.destroy_pipeline(self.pipeline, None);
            raw.destroy_shader_module(self.module, None);
            raw.destroy_pipeline_layout(self.pipeline_layout, None);
            raw.destroy_descriptor_set_layout(self.layout, None);
        }
    }
}

impl Device {
    /// Runs a dispatch and reads the buffers back.
    ///
    /// # Errors
    /// See [`VulkanError`]; the buffers hold anything then.
    pub fn dispatch(&self, work: &Work<'_>, buffers: &mut [Buffer]) -> Result<Transfers, VulkanError> {
        self.repeat(work, buffers, 1, &|| Duration::ZERO).map(|(transfers, _)| transfers)
    }

    /// Runs a dispatch several times, each on what the last one left, and reads the buffers back. Gives what a clock says
    /// between submission and the end of the work, too: preparation and the driver's compiler do not count.
    ///
    /// # Errors
    /// As [`Device::dispatch`].
    pub fn repeat(
        &self,
        work: &Work<'_>,
        buffers: &mut [Buffer],
        times: u32,
        clock: &dyn Fn() -> Duration,
    ) -> Result<(Transfers, Duration), VulkanError> {
        let mapped =
            buffers.iter_mut().map(|b| Storage::new(self, &mut b.bytes)).collect::<Result<Vec<_>, _>>()?;
        let imported = mapped.iter().filter(|m| m.is_imported()).count();
        let transfers = Transfers { imported, copied: mapped.len() - imported };
        // After `mapped`, so that it goes first: the buffers must outlive the work.
        let mut o = Objects::new(self);
        self.pipeline(work, buffers, &mut o)?;
        let set = self.descriptors(buffers, &mapped, &mut o)?;
        self.record(work, set, times, &mut o)?;
        let start = clock();
        self.submit(work, &mut o)?;
        let time = clock().saturating_sub(start);
        for (buffer, mapped) in buffers.iter_mut().zip(&mapped) {
            mapped.read(&mut buffer.bytes)?;
        }
        drop(o);
        drop(mapped);
        self.instance.complaints()?;
        Ok((transfers, time))
    }

    fn pipeline(&self, work: &Work<'_>, buffers: &[Buffer], o: &mut Objects<'_>) -> Result<(), VulkanError> {
        let bindings: Vec<_> = buffers
            .iter()
            .map(|b| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(b.binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let push = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(work.push.len() as u32)];
        let mut stage =
            vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE).name(c"main");
        let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default()
            .required_subgroup_size(work.subgroup_size);
        if work.subgroup_size > 1 {
            let [min, max] = self.info.subgroup_sizes;
            let (s, all_alike) = (work.subgroup_size, min == max && min == work.subgroup_size);
            if self.info.requires_subgroup_size && (min..=max).contains(&s) {
                stage = stage.push_next(&mut size);
            } else if !all_alike {
                return Err(VulkanError::Lacks { what: format!("subgroups of {s} invocations") });
            }
            if self.info.full_subgroups {
                stage = stage.flags(vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS);
            }
        }
        // SAFETY: all structures live until their calls return; handles go into `o` as soon as they exist.
        unsafe {
            o.layout =
                self.raw.create_descriptor_set_layout(&info, None).named("vkCreateDescriptorSetLayout")?;
            let layouts = [o.layout];
            let mut layout = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
            if !work.push.is_empty() {
                layout = layout.push_constant_ranges(&push);
            }
            o.pipeline_layout =
                self.raw.create_pipeline_layout(&layout, None).named("vkCreatePipelineLayout")?;
            let module = vk::ShaderModuleCreateInfo::default().code(work.words);
            o.module = self.raw.create_shader_module(&module, None).named("vkCreateShaderModule")?;
            let info = [vk::ComputePipelineCreateInfo::default()
                .stage(stage.module(o.module))
                .layout(o.pipeline_layout)];
            let made = self.raw.create_compute_pipelines(vk::PipelineCache::null(), &info, None);
            let pipelines =
                made.map_err(|(_, result)| VulkanError::from_call("vkCreateComputePipelines", result))?;
            o.pipeline = pipelines.first().copied().unwrap_or_default();
        }
        Ok(())
    }

    fn descriptors(
        &self,
        buffers: &[Buffer],
        mapped: &[Storage<'_>],
        o: &mut Objects<'_>,
    ) -> Result<vk::DescriptorSet, VulkanError> {
        let sizes = [vk::DescriptorPoolSize {
            ty: vk::DescriptorType::STORAGE_BUFFER,
            descriptor_count: (buffers.len() as u32).max(1),
        }];
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        let layouts = [o.layout];
        // SAFETY: as in `pipeline`; the set lives as long as its pool.
        let set = unsafe {
            o.pool = self.raw.create_descriptor_pool(&info, None).named("vkCreateDescriptorPool")?;
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(o.pool).set_layouts(&layouts);
            let sets = self.raw.allocate_descriptor_sets(&info).named("vkAllocateDescriptorSets")?;
            sets.first().copied().unwrap_or_default()
        };
        let infos: Vec<_> = mapped
            .iter()
            .map(|m| [vk::DescriptorBufferInfo { buffer: m.raw, offset: 0, range: vk::WHOLE_SIZE }])
            .collect();
        let writes: Vec<_> = buffers
            .iter()
            .zip(&infos)
            .map(|(b, info)| {
                vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(b.binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .buffer_info(info)
            })
            .collect();
        // SAFETY: the set is not in use; buffers and infos live.
        unsafe { self.raw.update_descriptor_sets(&writes, &[]) };
        Ok(set)
    }

    fn record(
        &self,
        work: &Work<'_>,
        set: vk::DescriptorSet,
        times: u32,
        o: &mut Objects<'_>,
    ) -> Result<(), VulkanError> {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        let [x, y, z] = work.groups;
        // SAFETY: the pool is used by this thread only; all handles are alive until `o` goes.
        unsafe {
            let buffers = self.raw.allocate_command_buffers(&info).named("vkAllocateCommandBuffers")?;
            o.command = buffers.first().copied().unwrap_or_default();
            let begin =
                vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
            self.raw.begin_command_buffer(o.command, &begin).named("vkBeginCommandBuffer")?;
            self.raw.cmd_bind_pipeline(o.command, vk::PipelineBindPoint::COMPUTE, o.pipeline);
            self.raw.cmd_bind_descriptor_sets(
                o.command,
                vk::PipelineBindPoint::COMPUTE,
                o.pipeline_layout,
                0,
                &[set],
                &[],
            );
            if !work.push.is_empty() {
                self.raw.cmd_push_constants(
                    o.command,
                    o.pipeline_layout,
                    vk::ShaderStageFlags::COMPUTE,
                    0,
                    work.push,
                );
            }
            let between = [vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE)];
            for time in 0..times {
                if time > 0 {
                    self.raw.cmd_pipeline_barrier(
                        o.command,
                        vk::PipelineStageFlags::COMPUTE_SHADER,
                        vk::PipelineStageFlags::COMPUTE_SHADER,
                        vk::DependencyFlags::empty(),
                        &between,
                        &[],
                        &[],
                    );
                }
                self.raw.cmd_dispatch(o.command, x, y, z);
            }
            let barrier = [vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                .dst_access_mask(vk::AccessFlags::HOST_READ)];
            self.raw.cmd_pipeline_barrier(
                o.command,
                vk::PipelineStageFlags::COMPUTE_SHADER,
                vk::PipelineStageFlags::HOST,
                vk::DependencyFlags::empty(),
                &barrier,
                &[],
                &[],
            );
            self.raw.end_command_buffer(o.command).named("vkEndCommandBuffer")
        }
    }

    fn submit(&self, work: &Work<'_>, o: &mut Objects<'_>) -> Result<(), VulkanError> {
        let commands = [o.command];
        let submit = [vk::SubmitInfo::default().command_buffers(&commands)];
        let nanoseconds = u64::try_from(work.timeout.as_nanos()).unwrap_or(u64::MAX);
        // SAFETY: the queue is used by this thread only; the fence and the commands live until `o` goes, which waits.
        unsafe {
            o.fence = self.raw.create_fence(&vk::FenceCreateInfo::default(), None).named("vkCreateFence")?;
            self.raw.queue_submit(self.queue, &submit, o.fence).named("vkQueueSubmit")?;
            match self.raw.wait_for_fences(&[o.fence], true, nanoseconds) {
                Err(vk::Result::TIMEOUT) => Err(VulkanError::Timeout { seconds: work.timeout.as_secs() }),
                done => done.named("vkWaitForFences"),
            }
        }
    }
}
