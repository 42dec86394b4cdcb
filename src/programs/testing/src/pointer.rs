//! The mouse and the fingers of a person before a browser.

use serde_json::{json, Value};

use super::browser::Browser;

impl Browser {
    /// Clicks with the mouse on the middle of an element.
    pub fn click(&mut self, selector: &str) {
        let middle = format!(
            "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])\
             (document.querySelector({selector:?}).getBoundingClientRect())"
        );
        let middle = self.point(&middle);
        self.click_at(middle);
    }

    /// Clicks with the mouse on a point, in CSS pixels.
    pub fn click_at(&mut self, at: [f64; 2]) {
        self.mouse("mousePressed", at);
        self.mouse("mouseReleased", at);
    }

    /// Drags the mouse from one point to another, in CSS pixels, with its button down.
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.hold(from, to);
        self.drop(to);
    }

    /// The first half of a drag: the button is still down.
    pub fn hold(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.mouse("mousePressed", from);
        self.mouse("mouseMoved", between(from, to));
        self.mouse("mouseMoved", to);
    }

    /// The second half of a drag.
    pub fn drop(&mut self, at: [f64; 2]) {
        self.mouse("mouseReleased", at);
    }

    fn mouse(&mut self, kind: &str, at: [f64; 2]) {
        self.mouse_then(kind, at, 1, None);
    }

    fn mouse_then(&mut self, kind: &str, [x, y]: [f64; 2], clicks: u8, time: Option<f64>) {
        let mut parameters = json!({
            "type": kind, "x": x, "y": y, "button": "left", "clickCount": clicks,
            "buttons": u8::from(kind != "mouseReleased"),
        });
        if let Some(time) = time {
            parameters["timestamp"] = json!(time);
        }
        self.call("Input.dispatchMouseEvent", &parameters);
    }

    /// Clicks twice on a point, in CSS pixels, that many milliseconds apart by the times that the
    /// events carry: how busy the machine is does not matter.
    pub fn click_twice(&mut self, at: [f64; 2], gap: f64) {
        let start = self.now();
        for (clicks, time) in [(1, start), (2, start + gap / 1000.0)] {
            self.mouse_then("mousePressed", at, clicks, Some(time));
            self.mouse_then("mouseReleased", at, clicks, Some(time));
        }
    }

    /// Taps twice, as [`Browser::click_twice`] clicks.
    pub fn tap_twice(&mut self, at: [f64; 2], gap: f64) {
        let start = self.now();
        for time in [start, start + gap / 1000.0] {
            self.touch("touchStart", Some(at), Some(time));
            self.touch("touchEnd", None, Some(time));
        }
    }

    /// The page's clock, in seconds since 1970.
    fn now(&mut self) -> f64 {
        self.value("Date.now() / 1000").as_f64().unwrap()
    }

    /// Presses the right button on a point, until [`Browser::release_right`].
    pub fn press_right(&mut self, at: [f64; 2]) {
        self.right("mousePressed", at);
    }

    /// Lets the right button go.
    pub fn release_right(&mut self, at: [f64; 2]) {
        self.right("mouseReleased", at);
    }

    fn right(&mut self, kind: &str, [x, y]: [f64; 2]) {
        let parameters = json!({
            "type": kind, "x": x, "y": y, "button": "right", "clickCount": 1,
            "buttons": if kind == "mousePressed" { 2 } else { 0 },
        });
        self.call("Input.dispatchMouseEvent", &parameters);
    }

    /// Moves the mouse to a point, with no button down.
    pub fn hover(&mut self, [x, y]: [f64; 2]) {
        let parameters = json!({ "type": "mouseMoved", "x": x, "y": y, "buttons": 0 });
        self.call("Input.dispatchMouseEvent", &parameters);
    }

    /// Draws a finger along a straight line, in CSS pixels; one that does not move taps. Do not use
    /// it at the width of a phone: resizing to that scales the page for a while, and touches with
    /// it.
    pub fn swipe(&mut self, from: [f64; 2], to: [f64; 2]) {
        let touches = [
            ("touchStart", Some(from)),
            ("touchMove", Some(between(from, to))),
            ("touchMove", Some(to)),
            ("touchEnd", None),
        ];
        for (kind, at) in touches {
            self.touch(kind, at, None);
        }
    }

    /// One event of a finger, which is at a point or lifted.
    pub fn touch(&mut self, kind: &str, at: Option<[f64; 2]>, time: Option<f64>) {
        let points: Vec<Value> = at.iter().map(|[x, y]| json!({ "x": x, "y": y })).collect();
        let mut parameters = json!({ "type": kind, "touchPoints": points });
        if let Some(time) = time {
            parameters["timestamp"] = json!(time);
        }
        self.call("Input.dispatchTouchEvent", &parameters);
    }
}

fn between(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|index| f64::midpoint(from[index], to[index]))
}
