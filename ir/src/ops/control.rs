//! Control. `br` to `unreachable` end blocks of the graph; the others are the structured form that Legal has.

use super::group;

group! {
    br() -> () Jump Terminator "Goes to a block.";
    brif(B1:U) -> () Branch Terminator "Goes to the first block where true, else to the second.";
    switch(B32:U) -> () Switch Terminator "Goes to the block of the case with this value, else to the default.";
    ret() -> () None Terminator "Ends the wave.";
    unreachable() -> () None Terminator "Control never comes here.";
    if_(B1) -> (; Any) Regions Structured "Runs one of two bodies; the results are what it yields.";
    loop_(; Any) -> (; Any) Regions Structured "Runs its body with the operands as parameters until it breaks; the results are what the break gives.";
    sswitch(B32) -> (; Any) Cases Structured "Runs the body of a case, else the default; the results are what it yields.";
    break_(; Any) -> () None Terminator "Leaves the innermost loop with these results.";
    continue_(; Any) -> () None Terminator "Begins the innermost loop's body again with these parameters.";
    yield_(; Any) -> () None Terminator "Ends the body of an `if_` or `sswitch` with these results.";
}
