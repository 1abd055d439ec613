//! Memory, variables and faults.
//!
//! The last fixed operand of an access is the mask: lanes outside it neither read nor write and get unknown bits. Where address
//! and mask are uniform the access is made once for the wave.

use super::group;

group! {
    load(Any, B1) -> (; Elements) Mem Read "Elements at an address.";
    store(Any, B1; Elements) -> () Mem Write "Writes elements to an address.";
    atomic(Any, B1; Any) -> (; Any) Atomic Write "Changes an element in one step; data, then the compare value or second operand where there is one. The result is the old element.";
    buffer_size() -> (B32:U) Index Read "Bytes of a bound buffer.";
    barrier() -> () None Write "All waves of the workgroup arrive; their earlier accesses of workgroup memory are seen.";
    vote_barrier(B1:U) -> (B1:U) None Write "All waves of the workgroup arrive, as at a `barrier`; whether one of them gives true.";
    wave_barrier() -> () None Write "Accesses of memory by lanes of the wave before it are seen by its lanes after it.";
    fault(B1) -> () Index Write "Records a fault with this reason for the lanes of the mask; the first one stays.";
    get() -> (Attr) Var Read "Value of a variable: in Raw a register, in Legal one of the host's.";
    set(Any) -> () Var Write "Sets a variable, for all lanes (phases Raw and Legal).";
}
