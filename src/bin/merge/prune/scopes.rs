//! What a path stands for: Rust's rules for names, as far as the merged
//! program's own names go. Names of the standard library, of locals and of
//! generic parameters stand for nothing here.

use super::units::{Kind, Survey, Target};

/// Longer chains of imports than this are cycles.
const LONGEST_CHAIN: usize = 32;

/// What a path leads to.
#[derive(Default)]
pub struct Found {
    /// The units on the way: imports, and the units at the ends.
    pub passed: Vec<usize>,
    /// The units at the ends that are no imports, each with what is left of
    /// the path behind it.
    pub ends: Vec<(usize, Vec<String>)>,
}

/// What a path in a module stands for.
pub fn resolve(survey: &Survey, module: usize, path: &[String]) -> Found {
    let mut search = Search {
        survey,
        found: Found::default(),
    };
    search.start(module, path, LONGEST_CHAIN);
    search.found
}

struct Search<'a> {
    survey: &'a Survey,
    found: Found,
}

impl Search<'_> {
    fn start(&mut self, module: usize, path: &[String], budget: usize) {
        let (Some((first, rest)), Some(budget)) = (path.split_first(), budget.checked_sub(1))
        else {
            return;
        };
        match first.as_str() {
            "crate" => self.walk(0, rest, budget),
            "self" => self.walk(module, rest, budget),
            "super" => self.walk(self.survey.modules[module].parent, rest, budget),
            name => {
                self.walk(module, path, budget);
                if self.survey.crates.iter().any(|each| each == name) {
                    self.walk(0, rest, budget);
                }
            }
        }
    }

    /// Follows a path whose first name is one of the module's own.
    fn walk(&mut self, module: usize, path: &[String], budget: usize) {
        let (Some((first, rest)), Some(budget)) = (path.split_first(), budget.checked_sub(1))
        else {
            return;
        };
        if first == "super" {
            return self.walk(self.survey.modules[module].parent, rest, budget);
        }
        let (passed, targets) = self.look_up(module, first, budget);
        self.found.passed.extend(passed);
        for target in targets {
            match target {
                Target::Module(inner) => self.walk(inner, rest, budget),
                Target::Unit(unit) => self.enter(unit, rest, budget),
            }
        }
    }

    fn enter(&mut self, unit: usize, rest: &[String], budget: usize) {
        self.found.passed.push(unit);
        let reached = &self.survey.units[unit];
        if let Kind::Import { path, .. } = &reached.kind {
            let path: Vec<String> = path.iter().chain(rest).cloned().collect();
            self.start(reached.module, &path, budget);
        } else {
            self.found.ends.push((unit, rest.to_vec()));
        }
    }

    /// What a name stands for in a module, and the glob imports that bring it.
    fn look_up(&self, module: usize, name: &str, budget: usize) -> (Vec<usize>, Vec<Target>) {
        if let Some(targets) = self.survey.modules[module].names.get(name) {
            return (Vec::new(), targets.clone());
        }
        let Some(budget) = budget.checked_sub(1) else {
            return (Vec::new(), Vec::new());
        };
        let (mut passed, mut targets) = (Vec::new(), Vec::new());
        for &glob in &self.survey.modules[module].globs {
            for inner in self.modules_of(glob, budget) {
                let (more, found) = self.look_up(inner, name, budget);
                if !found.is_empty() {
                    passed.push(glob);
                }
                passed.extend(more);
                targets.extend(found);
            }
        }
        if module == 0 {
            for &home in &self.survey.at_root {
                let (more, found) = self.look_up(home, name, budget);
                passed.extend(more);
                targets.extend(found);
            }
        }
        (passed, targets)
    }

    /// The modules that a glob import opens.
    fn modules_of(&self, glob: usize, budget: usize) -> Vec<usize> {
        let unit = &self.survey.units[glob];
        match &unit.kind {
            Kind::Import { path, .. } => module_at(self.survey, unit.module, path, budget),
            _ => Vec::new(),
        }
    }
}

/// The modules that a path names.
pub fn module_at(survey: &Survey, module: usize, path: &[String], budget: usize) -> Vec<usize> {
    let mut at = vec![module];
    for (index, name) in path.iter().enumerate() {
        at = at
            .iter()
            .flat_map(|&module| match name.as_str() {
                "crate" => vec![0],
                "self" => vec![module],
                "super" => vec![survey.modules[module].parent],
                _ if index == 0 && survey.crates.contains(name) => vec![0],
                _ => step(survey, module, name, budget),
            })
            .collect();
    }
    at
}

/// The modules of that name in a module, its own or imported.
fn step(survey: &Survey, module: usize, name: &str, budget: usize) -> Vec<usize> {
    let Some(budget) = budget.checked_sub(1) else {
        return Vec::new();
    };
    let targets = survey.modules[module].names.get(name);
    let inner = |target: &Target| match target {
        Target::Module(inner) => vec![*inner],
        Target::Unit(unit) => match &survey.units[*unit].kind {
            Kind::Import { path, glob: false } => module_at(survey, module, path, budget),
            _ => Vec::new(),
        },
    };
    targets.into_iter().flatten().flat_map(inner).collect()
}

/// Whether a glob import opens a module of the program.
pub fn opens_module(survey: &Survey, module: usize, path: &[String]) -> bool {
    !module_at(survey, module, path, LONGEST_CHAIN).is_empty()
}
