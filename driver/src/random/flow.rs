//! Random control: nested ifs and loops by scalar branches and by EXEC, or branches from anywhere to anywhere.
//!
//! Requires: operations by [`super::ops`]. Ensures: every branch that may go back is marked, so that it costs fuel; barriers only
//! outside of all control. Leaves alone: what is between.

use super::build::{FIRST_EXEC, FIRST_S, FIRST_V, S_COUNT, SAVED, V_COUNT};
use super::ops::{Ops, mode, whole};
use super::{Features, Random, Settings, Step};
use isa::Inst;
use isa::make::{EXEC, VCC, sop1, sop2, sopc, sopp, v, vopc};
use isa::table::{Sop1, Sop2, Sopc, Sopp, Vopc};

struct Maker<'a> {
    random: &'a mut Random,
    ops: Ops,
    settings: Settings,
    steps: Vec<Step>,
    labels: u32,
    left: usize,
    modes: usize,
    barriers: bool,
}

/// The steps of a program.
pub fn steps(random: &mut Random, settings: &Settings, several_waves: bool) -> Vec<Step> {
    let has = |f| settings.features.contains(f);
    let left = 1 + random.below(settings.ops);
    let wild = has(Features::WILD) && random.below(3) == 0;
    let barriers = has(Features::LDS) && several_waves && !wild;
    let modes = usize::from(has(Features::MODE) && !wild) * random.below(3);
    let mut maker = Maker {
        ops: Ops::new(*settings),
        random,
        settings: *settings,
        steps: Vec::new(),
        labels: 0,
        left,
        modes,
        barriers,
    };
    if wild {
        maker.wild()
    } else {
        maker.block(0)
    }
    maker.steps
}

/// How deep ifs and loops nest.
const DEPTH: u8 = 5;

impl Maker<'_> {
    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn op(&mut self) {
        let step = self.ops.any(self.random);
        self.steps.push(step);
        self.left = self.left.saturating_sub(1);
    }

    fn block(&mut self, depth: u8) {
        let flow = self.settings.features.contains(Features::FLOW);
        let mut here = if depth == 0 { usize::MAX } else { 1 + self.random.below(8) };
        while self.left > 0 && here > 0 {
            here -= 1;
            match self.random.below(12) {
                0 if flow && depth < DEPTH => self.scalar_if(depth),
                1 if flow && depth < DEPTH => self.mask_if(depth),
                2 if flow && depth < DEPTH => self.repeat(depth),
                3 if self.modes > 0 => {
                    self.modes -= 1;
                    let step = mode(self.random);
                    self.steps.push(step);
                    self.left -= 1;
                }
                4 if depth == 0 && self.barriers => {
                    self.steps.push(Step::Ops(vec![sopp(Sopp::s_barrier, 0)]));
                    self.left -= 1;
                }
                _ => self.op(),
            }
        }
    }

    fn branch(&mut self, before: Vec<Inst>, op: Sopp, to: u32, back: bool) {
        self.steps.push(Step::Branch { before, op, to, back });
        self.left = self.left.saturating_sub(1);
    }

    /// What makes a condition, and the branch that looks at it.
    fn condition(&mut self) -> (Vec<Inst>, Sopp) {
        let s = |r: &mut Random| FIRST_S + r.below(S_COUNT.into()) as u8;
        let vector = |r: &mut Random| FIRST_V + r.below(V_COUNT.into()) as u8;
        match self.random.below(8) {
            0 => (vec![], *self.random.pick(&[Sopp::s_cbranch_execz, Sopp::s_cbranch_execnz])),
            1 => (vec![], *self.random.pick(&[Sopp::s_cbranch_scc0, Sopp::s_cbranch_scc1])),
            2 | 3 => {
                let (a, b) = (v(vector(self.random)), vector(self.random));
                let op = *self.random.pick(&[Vopc::v_cmp_eq_u32, Vopc::v_cmp_lt_i32, Vopc::v_cmp_gt_u32]);
                (vec![vopc(op, a, b)], *self.random.pick(&[Sopp::s_cbranch_vccz, Sopp::s_cbranch_vccnz]))
            }
            _ => {
                let (a, b) = (s(self.random), s(self.random));
                let op = *self.random.pick(&[
                    Sopc::s_cmp_lt_i32,
                    Sopc::s_cmp_gt_u32,
                    Sopc::s_cmp_eq_u32,
                    Sopc::s_bitcmp1_b32,
                ]);
                (vec![sopc(op, a, b)], *self.random.pick(&[Sopp::s_cbranch_scc0, Sopp::s_cbranch_scc1]))
            }
        }
    }

    fn scalar_if(&mut self, depth: u8) {
        let (before, op) = self.condition();
        let (other, end) = (self.label(), self.label());
        self.branch(before, op, other, false);
        self.block(depth + 1);
        let has_else = self.random.below(2) == 0;
        if has_else {
            self.branch(vec![], Sopp::s_branch, end, false);
        }
        self.steps.push(Step::Label(other));
        if has_else {
            self.block(depth + 1);
            self.steps.push(Step::Label(end));
        }
    }

    /// An instruction on whole masks.
    fn mask(&self, wide: Sop2, narrow: Sop2, to: u8, a: u8, b: u8) -> Inst {
        sop2(if self.settings.wave_size == 64 { wide } else { narrow }, to, a, b)
    }

    fn lanes_condition(&mut self) -> Inst {
        let a = FIRST_V + self.random.below(V_COUNT.into()) as u8;
        let b = FIRST_V + self.random.below(V_COUNT.into()) as u8;
        let op = *self.random.pick(&[Vopc::v_cmp_lt_u32, Vopc::v_cmp_gt_i32, Vopc::v_cmp_ne_u32]);
        vopc(op, v(a), b)
    }

    fn mask_if(&mut self, depth: u8) {
        let saved = SAVED + 2 * depth;
        let wide = self.settings.wave_size == 64;
        let save = if wide { Sop1::s_and_saveexec_b64 } else { Sop1::s_and_saveexec_b32 };
        let compare = self.lanes_condition();
        let (other, end) = (self.label(), self.label());
        self.steps.push(Step::Ops(vec![compare, sop1(save, saved, VCC)]));
        if self.random.below(3) != 0 {
            self.branch(vec![], Sopp::s_cbranch_execz, other, false);
        }
        self.block(depth + 1);
        self.steps.push(Step::Label(other));
        if self.random.below(2) == 0 {
            let andn2 = self.mask(Sop2::s_andn2_b64, Sop2::s_andn2_b32, EXEC, saved, EXEC);
            self.steps.push(Step::Ops(vec![andn2]));
            if self.random.below(2) == 0 {
                self.branch(vec![], Sopp::s_cbranch_execz, end, false);
            }
            self.block(depth + 1);
            self.steps.push(Step::Label(end));
        }
        let restore = if self.random.below(2) == 0 {
            self.mask(Sop2::s_or_b64, Sop2::s_or_b32, EXEC, EXEC, saved)
        } else {
            sop1(whole(self.settings.wave_size), EXEC, saved)
        };
        self.steps.push(Step::Ops(vec![restore]));
    }

    fn repeat(&mut self, depth: u8) {
        let (again, out) = (self.label(), self.label());
        let by_lanes = self.random.below(2) == 0;
        let saved = SAVED + 2 * depth;
        if by_lanes {
            self.steps.push(Step::Ops(vec![sop1(whole(self.settings.wave_size), saved, EXEC)]));
        }
        self.steps.push(Step::Label(again));
        self.block(depth + 1);
        if self.random.below(3) == 0 {
            let (before, op) = self.condition();
            self.branch(before, op, out, false);
            self.block(depth + 1);
        }
        if by_lanes {
            let compare = self.lanes_condition();
            let and = self.mask(Sop2::s_and_b64, Sop2::s_and_b32, EXEC, EXEC, VCC);
            self.branch(vec![compare, and], Sopp::s_cbranch_execnz, again, true);
        } else {
            let (before, op) = self.condition();
            self.branch(before, op, again, true);
        }
        self.steps.push(Step::Label(out));
        if by_lanes {
            let from = if self.random.below(4) == 0 { FIRST_EXEC } else { saved };
            self.steps.push(Step::Ops(vec![sop1(whole(self.settings.wave_size), EXEC, from)]));
        }
    }

    fn wild(&mut self) {
        let count = 2 + self.random.below(1 + self.left / 5);
        self.labels = count as u32;
        let mut place = 0;
        for label in 1..=count {
            let here = 1 + self.left / (count - label + 1);
            for _ in 0..here {
                if self.left == 0 {
                    break;
                }
                if self.random.below(4) == 0 {
                    let (before, op) = self.condition();
                    let op = if self.random.below(8) == 0 { Sopp::s_branch } else { op };
                    let to = 1 + self.random.below(count);
                    self.branch(before, op, to as u32, to <= place);
                } else {
                    self.op();
                }
            }
            place = label;
            self.steps.push(Step::Label(label as u32));
        }
    }
}
