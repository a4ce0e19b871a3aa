//! Data flows in one direction: the modules of a folder do not depend on each other in a cycle, and crates depend
//! only on those before them.
//!
//! Modules of one folder are compared by the paths (`crate::`, `super::`, `self::`) in their files and in those
//! below. A re-exported name (`pub use`) counts as one of the module that defines it. The `mod.rs` of a folder belongs
//! to everything in the folder and does not count.

use super::transcripts::files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// The crates in the order of the workspace's members, each of which may use those before it.
fn crates() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = manifest(&root);
    let workspace = manifest["workspace"].as_table().expect("a workspace");
    let members = workspace
        .get("default-members")
        .or(workspace.get("members"));
    let members = members.and_then(|members| members.as_array());
    let names = members
        .expect("members")
        .iter()
        .filter_map(|name| name.as_str());
    names
        .map(|name| (name.to_string(), root.join(name)))
        .collect()
}

fn manifest(folder: &Path) -> toml::Table {
    let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    text.parse().expect("TOML")
}

/// A module by its names from the root of its crate on.
type Module = Vec<String>;

/// The modules of a crate: the paths in each, and its re-exports.
#[derive(Default)]
struct Crate {
    named: BTreeMap<Module, BTreeSet<Module>>,
    reexports: BTreeMap<(Module, String), Module>,
}

impl Crate {
    fn read(source: &Path) -> Crate {
        let mut all = Crate::default();
        for path in files(source, "rs") {
            let within = path.strip_prefix(source).expect("it lies in the folder");
            let names = within.with_extension("");
            let mut module: Module = (names.iter())
                .map(|name| name.to_string_lossy().to_string())
                .collect();
            let name = module.last().expect("a name");
            let is_root = ["lib", "main", "mod"].contains(&name.as_str());
            if is_root {
                module.pop();
            }
            all.read_file(&path, module, is_root);
        }
        all
    }

    fn read_file(&mut self, path: &Path, module: Module, is_root: bool) {
        let text = fs::read_to_string(path).expect("a source file");
        let file = syn::parse_file(&text).expect("Rust");
        let mut names = Names {
            module: module.clone(),
            is_root,
            found: BTreeSet::new(),
        };
        names.visit_file(&file);
        for item in &file.items {
            if let Item::Use(one) = item
                && !matches!(one.vis, Visibility::Inherited)
            {
                for mut path in paths(&one.tree) {
                    let last = path.pop().expect("a name");
                    let from = absolute(&module, &path).unwrap_or_else(|| {
                        let mut own = module.clone();
                        own.extend(path);
                        own
                    });
                    self.reexports.insert((module.clone(), last), from);
                }
            }
        }
        self.named.insert(module, names.found);
    }

    /// The module in which a path ends.
    fn resolve(&self, path: &[String]) -> Module {
        let mut module = Module::new();
        for name in path {
            let inner: Module = module.iter().chain([name]).cloned().collect();
            if self.named.contains_key(&inner) {
                module = inner;
                continue;
            }
            return match self.reexports.get(&(module.clone(), name.clone())) {
                Some(from) if *from != module => {
                    let further: Module = from.iter().chain([name]).cloned().collect();
                    self.resolve(&further)
                }
                _ => module,
            };
        }
        module
    }

    /// By folder: which of its modules use which others, and where.
    fn edges(&self) -> BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>> {
        let mut edges: BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>> =
            BTreeMap::new();
        for (module, named) in &self.named {
            for path in named {
                let target = self.resolve(path);
                let shared = module.iter().zip(&target).take_while(|(a, b)| a == b);
                let shared = shared.count();
                if let (Some(from), Some(to)) = (module.get(shared), target.get(shared)) {
                    let folder = edges.entry(module[..shared].to_vec()).or_default();
                    let place = format!("{} names {}", module.join("::"), target.join("::"));
                    let from = folder.entry(from.clone()).or_default();
                    from.insert(to.clone(), place);
                }
            }
        }
        edges
    }
}

/// The paths in a file, without tests.
struct Names {
    module: Module,
    is_root: bool,
    found: BTreeSet<Module>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !item.attrs.iter().any(is_for_tests) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // Re-exports of the root of a folder are not its own.
        if matches!(item.vis, Visibility::Inherited) || !self.is_root {
            let paths = paths(&item.tree);
            self.found
                .extend(paths.iter().filter_map(|path| absolute(&self.module, path)));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = (path.segments.iter())
            .map(|segment| segment.ident.to_string())
            .collect();
        self.found.extend(absolute(&self.module, &names));
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<syn::Ident>()
            .is_ok_and(|word| word == "test")
}

/// The paths of a `use`.
fn paths(tree: &UseTree) -> Vec<Module> {
    match tree {
        UseTree::Path(path) => {
            let head = path.ident.to_string();
            let with_head = |mut rest: Module| {
                rest.insert(0, head.clone());
                rest
            };
            paths(&path.tree).into_iter().map(with_head).collect()
        }
        UseTree::Group(group) => group.items.iter().flat_map(paths).collect(),
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(rename) => vec![vec![rename.ident.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".to_string()]],
    }
}

/// A path from the root of the crate on; `None` when it leads elsewhere.
fn absolute(module: &Module, path: &[String]) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let mut from = match first.as_str() {
        "crate" => Module::new(),
        "self" => module.clone(),
        "super" => module[..module.len().checked_sub(1)?].to_vec(),
        _ => return None,
    };
    for name in rest {
        match name.as_str() {
            "super" => drop(from.pop()),
            "self" => {}
            _ => from.push(name.clone()),
        }
    }
    Some(from)
}

/// A path of dependencies from a module back to itself.
fn cycle(edges: &BTreeMap<String, BTreeMap<String, String>>) -> Option<Vec<String>> {
    fn walk<'e>(
        edges: &'e BTreeMap<String, BTreeMap<String, String>>,
        at: &'e str,
        way: &mut Vec<(&'e str, &'e str)>,
        done: &mut BTreeSet<&'e str>,
    ) -> Option<Vec<String>> {
        if !done.insert(at) {
            return None;
        }
        for (to, place) in edges.get(at).into_iter().flatten() {
            way.push((at, place));
            if let Some(begin) = way.iter().position(|(module, _)| module == to) {
                return Some(
                    way[begin..]
                        .iter()
                        .map(|(_, place)| place.to_string())
                        .collect(),
                );
            }
            if let Some(found) = walk(edges, to, way, done) {
                return Some(found);
            }
            way.pop();
        }
        None
    }
    let mut done = BTreeSet::new();
    edges
        .keys()
        .find_map(|start| walk(edges, start, &mut Vec::new(), &mut done))
}

#[test]
fn modules_do_not_depend_on_each_other_in_a_cycle() {
    let mut cycles = Vec::new();
    for (name, folder) in crates() {
        let all = Crate::read(&folder.join("src"));
        assert!(!all.named.is_empty(), "{name} has no modules");
        for edges in all.edges().values() {
            cycles.extend(cycle(edges).map(|way| format!("{name}: {}", way.join(", "))));
        }
    }
    assert!(cycles.is_empty(), "cycles:\n{}", cycles.join("\n"));
}

#[test]
fn a_cycle_is_found() {
    let edge = |to: &str| BTreeMap::from([(to.to_string(), format!("to {to}"))]);
    let mut edges = BTreeMap::from([("a".to_string(), edge("b")), ("b".to_string(), edge("c"))]);
    assert_eq!(cycle(&edges), None);
    edges.insert("c".to_string(), edge("b"));
    assert_eq!(
        cycle(&edges),
        Some(vec!["to c".to_string(), "to b".to_string()])
    );
}

#[test]
fn crates_use_those_before_them() {
    let crates = crates();
    for (place, (name, folder)) in crates.iter().enumerate() {
        let manifest = manifest(folder);
        let used = manifest["dependencies"].as_table().expect("dependencies");
        for (later, _) in &crates[place..] {
            assert!(
                !used.contains_key(&format!("tradewind-{later}")),
                "{name} uses {later}"
            );
        }
    }
}
