// Inflates the page's scripts, which it has deflated, and runs them as the one module that they are.

if ("DecompressionStream" in globalThis) {
  const text = atob(document.getElementById("script").textContent.trim());
  const deflated = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = await new Response(stream).text();
  document.head.append(script);
} else {
  document.getElementById("notice-text").textContent = "FreeCell cannot start: this browser is too old, it lacks DecompressionStream.";
  document.getElementById("notice").hidden = false;
}


export {};
