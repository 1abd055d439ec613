//! Ops that look at the wave: lane numbers, masks as bits, other lanes.

use super::group;

group! {
    lane_id() -> (B32:L) None Pure "Number of the lane in its wave.";
    ballot(B1:L) -> (B64:U) None Cross "Bit of every lane of the wave, active or not; lanes that a wave32 lacks give 0.";
    lanebit(B64:U) -> (B1:L) None Pure "Each lane's own bit.";
    any(B1:L) -> (B1:U) None Cross "Whether the mask has a lane.";
    readlane(T:L, B32:U) -> (T:U) None Cross "The value in the lane with this number, modulo the wave size.";
    readfirst(T:L, B1:L) -> (T:U) None Cross "The value in the lowest lane of the mask; in lane 0 where the mask is empty.";
    writelane(T:L, B32:U, T:U) -> (T:L) None Pure "The first operand with one lane replaced by the third.";
    shuffle(T:L, B32:L) -> (T:L) None Cross "Each lane's value from the lane whose number it gives, modulo the wave size.";
    wave_id() -> (B32:U) None Pure "Number of the wave in its workgroup.";
    local_index() -> (B32:L) None Pure "Number of the invocation in its workgroup: wave number times wave size plus lane.";
    workgroup_id() -> (B32:U) Index Pure "Component 0 to 2 of the workgroup's number.";
    num_workgroups() -> (B32:U) Index Pure "Component 0 to 2 of the number of workgroups.";
    user_data() -> (B32:U) Index Pure "Dword of the data that the caller gives with each dispatch.";
}
