//! Result types that follow from an op's row, its operands and its attribute.
//!
//! Used by the printer (which leaves out a type that follows), the parser (which puts it back), the verifier and the
//! generator, so that all four agree.

use crate::attr::Attr;
use crate::entity::Var;
use crate::function::VarData;
use crate::ops::{AttrKind, More, Op};
use crate::types::{Type, Width};
use cranelift_entity::PrimaryMap;
use smallvec::SmallVec;

/// Types of the results of an instruction, in order.
pub type Types = SmallVec<[Type; 4]>;

/// The width that an attribute gives to results.
pub fn attr_width(attr: &Attr) -> Option<Width> {
    match attr {
        Attr::Width(width) | Attr::FloatTo(width, _) => Some(*width),
        Attr::Type(ty) => Some(ty.width),
        _ => None,
    }
}

/// Types of the results of an op. `None` where they do not follow: ops with a free number of results, operands that are
/// missing or have no fitting width, an attribute of another kind.
pub fn result_types(vars: &PrimaryMap<Var, VarData>, op: Op, args: &[Type], attr: &Attr) -> Option<Types> {
    let row = op.row();
    if row.more_results != More::No {
        return None;
    }
    match attr {
        Attr::Var(var) if !row.results.is_empty() => {
            return Some(SmallVec::from_slice(&[vars.get(*var)?.ty]));
        }
        Attr::Type(ty) => return Some(SmallVec::from_slice(&[*ty])),
        _ => {}
    }
    row.results.iter().map(|&sig| op.result_type(sig, args, attr_width(attr))).collect()
}

/// The kind of an attribute.
pub fn attr_kind(attr: &Attr) -> AttrKind {
    match attr {
        Attr::None => AttrKind::None,
        Attr::Index(_) => AttrKind::Index,
        Attr::Float(_) => AttrKind::Float,
        Attr::FCmp(..) => AttrKind::FCmp,
        Attr::Width(_) => AttrKind::Width,
        Attr::FloatTo(..) => AttrKind::FloatTo,
        Attr::Var(_) => AttrKind::Var,
        Attr::Type(_) => AttrKind::Type,
        Attr::Mem(_) => AttrKind::Mem,
        Attr::Atomic(..) => AttrKind::Atomic,
        Attr::Jump(_) => AttrKind::Jump,
        Attr::Branch(_) => AttrKind::Branch,
        Attr::Switch(_) => AttrKind::Switch,
        Attr::Regions(_) => AttrKind::Regions,
        Attr::Cases(_) => AttrKind::Cases,
    }
}
