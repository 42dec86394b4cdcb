//! Which units stay: those that `main` mentions, those that these mention, and
//! so on, until a round brings nothing new.

use std::collections::BTreeSet;

use super::mentions::Mention;
use super::scopes::{opens_module, resolve, Found};
use super::traits::is_called_for;
use super::units::{Kind, Survey, Unit};

/// Types of the standard library that need no import, and so are told from
/// generic parameters by name.
const FAMILIAR: [&str; 22] = [
    "Box", "Option", "Result", "String", "Vec", "bool", "char", "f32", "f64", "i128", "i16", "i32",
    "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

/// For each unit, whether it stays; those in `dropped` do not.
pub fn live(survey: &Survey, dropped: &BTreeSet<usize>) -> Vec<bool> {
    let mut reach = Reach {
        survey,
        dropped,
        live: vec![false; survey.units.len()],
        lively: vec![false; survey.modules.len()],
        todo: Vec::new(),
        called: BTreeSet::new(),
        associated: BTreeSet::new(),
        qualified: BTreeSet::new(),
        owned: BTreeSet::new(),
        expanded: BTreeSet::new(),
    };
    if let Some(main) = survey.main {
        reach.mark(main);
    }
    reach.run();
    reach.live
}

struct Reach<'a> {
    survey: &'a Survey,
    dropped: &'a BTreeSet<usize>,
    live: Vec<bool>,
    /// For each module, whether anything but imports in it stays.
    lively: Vec<bool>,
    /// Units that stay and whose mentions are still to be followed.
    todo: Vec<usize>,
    /// Names and marks in what stays by which traits are called for.
    called: BTreeSet<String>,
    /// Names of members, of whatever type.
    associated: BTreeSet<String>,
    /// Names of members behind some path: of a trait, if not of a type.
    qualified: BTreeSet<String>,
    /// Names of members of a certain type.
    owned: BTreeSet<(usize, String)>,
    /// Macros whose bodies were followed, each with the module it was called in.
    expanded: BTreeSet<(usize, usize)>,
}

impl<'a> Reach<'a> {
    fn run(&mut self) {
        loop {
            while let Some(unit) = self.todo.pop() {
                self.follow(unit);
            }
            let wanted = (0..self.live.len()).filter(|unit| {
                !self.live[*unit] && !self.dropped.contains(unit) && self.wants(*unit)
            });
            let wanted: Vec<usize> = wanted.collect();
            if wanted.is_empty() {
                return;
            }
            for unit in wanted {
                self.mark(unit);
            }
        }
    }

    fn mark(&mut self, unit: usize) {
        if !self.live[unit] && !self.dropped.contains(&unit) {
            self.live[unit] = true;
            self.todo.push(unit);
            let Unit { module, kind, .. } = &self.survey.units[unit];
            self.lively[*module] |= !matches!(kind, Kind::Import { .. } | Kind::Anonymous);
        }
    }

    fn follow(&mut self, unit: usize) {
        let survey = self.survey;
        let Unit {
            module,
            kind,
            mentions,
            ..
        } = &survey.units[unit];
        let owners = self.owners_around(unit);
        let counts = !matches!(kind, Kind::Import { .. } | Kind::Impl { .. });
        self.absorb(mentions, *module, &owners, counts);
    }

    /// Takes up mentions in a module; those that do not count mark what they
    /// name, but call for no trait.
    fn absorb(&mut self, mentions: &'a [Mention], module: usize, owners: &[usize], counts: bool) {
        for mention in mentions {
            match mention {
                Mention::Path(path) if path[0] == "Self" => {
                    self.absorb_member(owners, &path[1..]);
                }
                Mention::Path(path) => self.absorb_path(path, module, counts),
                Mention::Associated(name) => {
                    self.associated.insert(name.clone());
                    self.call(counts, name);
                }
                Mention::Call(name, arguments) => {
                    self.call(counts, name);
                    self.absorb_call(name, arguments, module, owners, counts);
                }
                Mention::Function(name) => self.call(counts, name),
                Mention::Mark(mark) => self.call(counts, mark),
            }
        }
    }

    fn call(&mut self, counts: bool, name: &str) {
        if counts {
            self.called.insert(name.to_owned());
        }
    }

    fn absorb_path(&mut self, path: &[String], module: usize, counts: bool) {
        let found = resolve(self.survey, module, path);
        for name in self.called_by(path, &found) {
            self.call(counts, &name);
        }
        for &unit in &found.passed {
            self.mark(unit);
        }
        if found.ends.is_empty() {
            self.qualified.extend(path.iter().skip(1).cloned());
        }
        for (end, rest) in &found.ends {
            self.absorb_member(&self.types_of(*end), rest);
        }
    }

    /// The names in a path that may call for a trait. A function of a type
    /// calls for a trait of that type alone.
    fn called_by(&self, path: &[String], found: &Found) -> Vec<String> {
        let mut names: Vec<String> = path.iter().filter(|name| is_type(name)).cloned().collect();
        let [.., owner, last] = path else {
            return names;
        };
        let imported = !found.passed.is_empty() && found.ends.is_empty();

        let is_alias = |end: &usize| matches!(self.survey.units[*end].kind, Kind::Alias);
        let local = !found.ends.is_empty() && !found.ends.iter().any(|(end, _)| is_alias(end));
        let elsewhere = is_type(owner) && (imported || local);
        if !elsewhere && !FAMILIAR.contains(&owner.as_str()) {
            names.push(last.clone());
        }
        names
    }

    /// Takes up the first name behind a type's.
    fn absorb_member(&mut self, owners: &[usize], rest: &[String]) {
        if let Some(name) = rest.first() {
            self.qualified.insert(name.clone());
            let owned = owners.iter().map(|&owner| (owner, name.clone()));
            self.owned.extend(owned);
        }
    }

    fn absorb_call(
        &mut self,
        name: &str,
        arguments: &[String],
        module: usize,
        owners: &[usize],
        counts: bool,
    ) {
        let survey = self.survey;
        for &unit in survey.macros.get(name).into_iter().flatten() {
            self.mark(unit);
            self.associated.extend(arguments.iter().cloned());
            self.called
                .extend(arguments.iter().filter(|_| counts).cloned());
            if self.expanded.insert((unit, module)) {
                self.absorb(&survey.units[unit].mentions, module, owners, counts);
            }
        }
    }

    /// The types that an alias stands for, or else the unit itself.
    fn types_of(&self, unit: usize) -> Vec<usize> {
        let mut types = Vec::new();
        self.collect_types(unit, &mut types, &mut BTreeSet::new());
        types
    }

    fn collect_types(&self, unit: usize, types: &mut Vec<usize>, seen: &mut BTreeSet<usize>) {
        let Unit {
            module,
            kind,
            mentions,
            ..
        } = &self.survey.units[unit];
        if !seen.insert(unit) {
            return;
        }
        if !matches!(kind, Kind::Alias) {
            return types.push(unit);
        }
        for mention in mentions {
            if let Mention::Path(path) = mention {
                for (end, _) in resolve(self.survey, *module, path).ends {
                    self.collect_types(end, types, seen);
                }
            }
        }
    }

    /// The types that `Self` stands for in a unit.
    fn owners_around(&self, unit: usize) -> Vec<usize> {
        match &self.survey.units[unit].kind {
            Kind::Member { block, .. } => self.owners_around(*block),
            Kind::Impl {
                owner: Some(owner), ..
            } => {
                let module = self.survey.units[unit].module;
                let ends = resolve(self.survey, module, owner).ends;
                ends.iter()
                    .flat_map(|(end, _)| self.types_of(*end))
                    .collect()
            }
            Kind::Item => vec![unit],
            _ => Vec::new(),
        }
    }

    /// Whether a unit that nothing marked stays for another reason.
    fn wants(&self, unit: usize) -> bool {
        let Unit { module, kind, .. } = &self.survey.units[unit];
        match kind {
            Kind::Anonymous => true,
            Kind::Item | Kind::Alias | Kind::Macro => false,
            Kind::Trait => self.has_member_called(unit),
            Kind::Import { path, glob } => {
                self.lively[*module] && self.wants_import(*module, path, *glob)
            }
            Kind::Impl { of, types, .. } => {
                let calls = |of: &Vec<String>| self.calls_for(unit, of);
                self.all_live(*module, types) && of.as_ref().is_none_or(calls)
            }
            Kind::Member {
                block,
                name,
                is_type,
            } => self.live[*block] && self.wants_member(*block, name.as_deref(), *is_type),
        }
    }

    /// Whether some member of a trait is called on something.
    fn has_member_called(&self, of: usize) -> bool {
        self.survey.units[of..].iter().any(|unit| match &unit.kind {
            Kind::Member {
                block,
                name: Some(name),
                is_type: false,
            } => *block == of && self.associated.contains(name),
            _ => false,
        })
    }

    /// Whether all types of the program that are mentioned stay.
    fn all_live(&self, module: usize, types: &[Mention]) -> bool {
        types.iter().all(|mention| match mention {
            Mention::Path(path) => {
                let ends = resolve(self.survey, module, path).ends;
                ends.iter().all(|(end, _)| self.live[*end])
            }
            _ => true,
        })
    }

    /// Whether anything calls for the trait of an implementation.
    fn calls_for(&self, block: usize, of: &[String]) -> bool {
        let Unit { module, own, .. } = self.survey.units[block];
        if let Some((local, _)) = resolve(self.survey, module, of).ends.first() {
            return self.live[*local];
        }
        let owners = self.owners_around(block);
        let owned = |name: &str| {
            let mut keys = owners.iter().map(|&owner| (owner, name.to_owned()));
            keys.any(|key| self.owned.contains(&key))
        };
        // Conversions of errors by `?` stay the bot's own: a dependency's
        // containers are no errors.
        let called = |name: &str| (own || name != "?") && self.called.contains(name);
        let last = of.last().map_or("", String::as_str);
        is_called_for(last, |name| called(name) || owned(name)).unwrap_or(true)
    }

    /// An import that no name passes through may still bring a trait's methods
    /// or an enum's variants into scope.
    fn wants_import(&self, module: usize, path: &[String], glob: bool) -> bool {
        let found = resolve(self.survey, module, path);
        if glob {
            return !opens_module(self.survey, module, path);
        }
        if let Some((end, _)) = found.ends.first() {
            return self.live[*end] && self.has_member_called(*end);
        }
        let name = path.last().map_or("", String::as_str);
        let called = |name: &str| self.called.contains(name);
        let is_trait = is_type(name) && is_called_for(name, called).unwrap_or(true);
        found.passed.is_empty() && is_trait
    }

    fn wants_member(&self, block: usize, name: Option<&str>, is_type: bool) -> bool {
        let Some(name) = name else {
            return true;
        };
        let any = self.associated.contains(name);
        let of_trait =
            any || self.qualified.contains(name) || (is_type && self.called.contains(name));
        match &self.survey.units[block].kind {
            Kind::Trait => of_trait,
            Kind::Impl { of: Some(of), .. } => {
                let module = self.survey.units[block].module;
                of_trait || resolve(self.survey, module, of).ends.is_empty()
            }
            _ => {
                let owners = self.owners_around(block);
                let key = |owner| (owner, name.to_owned());
                any || owners.is_empty()
                    || owners.into_iter().any(|it| self.owned.contains(&key(it)))
            }
        }
    }
}

fn is_type(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
}
