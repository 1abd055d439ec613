use super::{Changed, PassError};
use crate::caps::DeviceCaps;
use crate::error::TranslateErrorKind;
use ir::Function;
pub fn run(func: &mut Function, _caps: &DeviceCaps) -> Result<Changed, PassError> {
    for data in func.blocks.values() {
        for &inst in &data.insts {
            let d = &func.insts[inst];
            if d.op.group() == "float" {
                return Err(PassError {
                    pc: d.pc,
                    kind: TranslateErrorKind::FloatEnvironment { what: d.op.row().name },
                });
            }
        }
    }
    Ok(Changed::No)
}
