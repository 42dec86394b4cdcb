//! Where cards are while they move, in a browser with motion on.
//!
//! The cards' animations are slowed down to a standstill as they begin and then set to times of
//! their duration, one after the other, so that a busy machine changes nothing in what is seen.

use serde_json::Value;

use super::browser::Browser;

/// What the page is given: `mark()` remembers where all cards are seen, `glides()` follows those
/// that have set off since, until they are there and the page knows it, and tells what is wrong
/// with their ways.
pub const WATCH: &str = "
    window.motion = (() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const animation = animate.call(this, frames, options);
        // What is added to a card's place, as when it shakes, leads nowhere.
        if (this.matches('.card') && options.composite !== 'add') {
          animation.isGlide = true;
          animation.playbackRate = 1e-9;
        }
        return animation;
      };
      const FRAME = 16;
      const running = () => document.getAnimations().filter(({ isGlide }) => isGlide);
      const timing = (glide) => glide.effect.getTiming();
      const at = ({ effect }) => { const { x, y } = effect.target.getBoundingClientRect(); return [x, y]; };
      const between = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
      let before = new Map();
      const mark = () => {
        before = new Map([...document.querySelectorAll('.card')].map((card) => [card, at({ effect: { target: card } })]));
      };
      const faultsOf = (start, way, target) => {
        const left = way.map((seen) => between(seen, target));
        const faults = [];
        if (between(start, target) < 2) return faults;
        if (between(way[0], start) > 1) faults.push(`sets off ${between(way[0], start)} px from where it was`);
        if (between(way[1], start) > left[1]) faults.push('is nearer to where it goes after a frame');
        if (left.some((distance, index) => index > 0 && distance > left[index - 1] + 0.5)) faults.push(`moves away: ${left}`);
        return faults;
      };
      // The page is told of an animation's end with the next frame; a card takes no press before.
      const told = (glide) => new Promise((done) => ['finish', 'cancel'].forEach((end) => glide.addEventListener(end, done)));
      const glides = async () => {
        const all = running();
        const starts = all.map(({ currentTime }) => currentTime);
        const ways = all.map(() => []);
        for (let step = 0; step <= 20; step++) {
          all.forEach((glide, index) => {
            const left = timing(glide).duration - starts[index];
            const frame = Math.min(FRAME, left / 2);
            glide.currentTime = starts[index] + (step === 0 ? 0 : frame + (left - frame) * (step - 1) / 20);
          });
          all.forEach((glide, index) => ways[index].push(at(glide)));
        }
        const areTold = Promise.all(all.map(told));
        for (const glide of all) glide.finish();
        const faults = all.flatMap((glide, index) => faultsOf(before.get(glide.effect.target), ways[index], at(glide)));
        mark();
        await areTold;
        return { cards: all.length, faults, ways };
      };
      const halfway = () => {
        for (const glide of running()) glide.currentTime = timing(glide).duration / 2;
        mark();
      };
      return { running, mark, glides, halfway };
    })();
    true";

/// Slows down the cards of the page from now on.
pub fn watch(browser: &mut Browser) {
    browser.value(WATCH);
    mark(browser);
}

/// Remembers where all cards are seen.
pub fn mark(browser: &mut Browser) {
    browser.value("motion.mark(), true");
}

/// Waits for cards to set off and stops them half way.
pub fn halt_halfway(browser: &mut Browser) {
    browser.wait_for("motion.running().length > 0");
    browser.value("motion.halfway(), true");
}

/// Waits for cards to set off, and follows them from where they were remembered to where they
/// go; returns how many they are.
///
/// # Panics
/// A card sets off elsewhere, or gets farther from where it goes.
pub fn glides(browser: &mut Browser) -> u64 {
    browser.wait_for("motion.running().length > 0");
    let seen = browser.value("motion.glides()");
    let faults: Vec<&str> = seen["faults"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(faults, [""; 0], "{}", seen["ways"]);
    seen["cards"].as_u64().unwrap()
}
