//! `lab generate`: completions and man pages.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use testing::lab::{lab, said, text};

#[test]
fn completions_and_man_pages_are_written() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&lab(&["generate", shell]));
        assert!(
            script.contains("freecell-lab") && script.contains("diagnose"),
            "{shell}"
        );
    }
    let bash = said(&lab(&["generate", "bash"]));
    for (typed, last, expected) in [
        ("freecell-lab diag", 1, "diagnose\n"),
        ("freecell-lab tune f", 2, "first fit\n"),
        ("freecell-lab range --no", 2, "--no-lines\n"),
        ("freecell-lab solve --autoplay b", 3, "both\n"),
    ] {
        let script = format!(
            "source /dev/stdin <<< \"$1\"; COMP_WORDS=({typed}) COMP_CWORD={last}; \
             read -ra words <<< '{typed}'; \
             _freecell_lab freecell-lab \"${{words[$COMP_CWORD]}}\" \"${{words[$COMP_CWORD-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\""
        );
        let mut command = Command::new("bash");
        let output = command
            .args(["-c", &script, "bash", &bash])
            .output()
            .unwrap();
        assert_eq!(text(&output.stdout), expected, "{typed}: {output:?}");
    }
    assert_eq!(
        bash.matches(" freecell-lab\n").count(),
        2,
        "the program's own name"
    );
    let folder = TempDir::new().unwrap();
    let pages = folder.path().join("man1");
    lab(&["generate", "man", "-o", pages.to_str().unwrap()]).success();
    for name in [
        "freecell-lab",
        "freecell-lab-solve",
        "freecell-lab-tune-fit",
    ] {
        let page = fs::read_to_string(pages.join(name).with_extension("1")).unwrap();
        assert!(page.contains(".TH ") && page.contains("Example"), "{name}");
    }
    assert!(
        !said(&lab(&["--help"])).contains("generate"),
        "it is for packagers"
    );
}
