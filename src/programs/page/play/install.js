// Installing the page as an app, where it is served: a manifest, which has to name the page's own
// address, and a service worker, which the page's folder has and which keeps it for times without
// a network. A page that is opened from a file has neither, and needs none.

/** The icon for systems that cut icons to their own shape: the same, without round corners. */
const asMaskable = (icon) => icon.replace("rx='7'", "rx='0'");

/** What the browser is told of the page as an app. */
export function manifestOf(address, icon) {
  const start = new URL(".", address);
  const page = new URL(address);
  page.hash = "";
  page.search = "";
  const image = { type: "image/svg+xml", sizes: "any" };
  return {
    name: "FreeCell",
    short_name: "FreeCell",
    id: page.href,
    start_url: page.href,
    scope: start.href,
    display: "standalone",
    theme_color: "#205c45",
    background_color: "#205c45",
    icons: [{ ...image, src: icon, purpose: "any" }, { ...image, src: asMaskable(icon), purpose: "maskable" }],
  };
}

/** Lets the page be installed, and keeps it for times without a network if its folder has the worker for that. */
export function makeInstallable() {
  if (!location.protocol.startsWith("http")) return;
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifestOf(location.href, icon.href)))}`;
  document.head.append(link);
  const worker = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=service-worker]"));
  // Browsers refuse it to pages that are not served over a safe connection; all else works there.
  if (worker) navigator.serviceWorker?.register(worker.content).catch(() => {});
}
