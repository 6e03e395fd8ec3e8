// The page: its tabs, and the loading of the script of each.
// A script exports open(element, source), which may give back a function that closes it.
import { make, show } from "./ui.js";
import { Source } from "./source.js";

const tabs = document.getElementById("tabs");
const view = document.getElementById("view");
const state = document.getElementById("state");
let close = null;
let shown = null;

function say(text) {
  state.textContent = text;
}

async function choose(tab, session) {
  if (shown === tab.id) return;
  shown = tab.id;
  if (close) close();
  close = null;
  say("");
  for (const each of tabs.children) {
    const isIt = each.dataset.id === tab.id;
    each.setAttribute("aria-selected", String(isIt));
    each.tabIndex = isIt ? 0 : -1;
  }
  view.setAttribute("aria-labelledby", `tab-${tab.id}`);
  view.dataset.view = tab.script.replace(".js", "");
  view.replaceChildren(make("p", { class: "waiting" }, "Loading …"));
  const source = new Source(`/api/${tab.id}`, session.token, tab, say);
  try {
    const script = await import(`./${tab.script}`);
    if (shown !== tab.id) return;
    view.replaceChildren();
    const end = await script.open(view, source);
    const closing = () => {
      source.close();
      if (typeof end === "function") end();
    };
    if (shown === tab.id) close = closing;
    else closing();
  } catch (trouble) {
    source.close();
    if (shown === tab.id) show(view, trouble);
  }
}

function find(session) {
  const id = location.hash.slice(1);
  return session.tabs.find(tab => tab.id === id) ?? session.tabs[0];
}

async function start() {
  // The token has done its work: it stays neither in the address nor in the history.
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);
  const session = await new Source("/api", "", null, say).json("session");
  document.title = session.title;
  document.getElementById("title").textContent = session.title;
  for (const tab of session.tabs) {
    const button = make("a", {
      id: `tab-${tab.id}`, role: "tab", href: `#${tab.id}`, "aria-controls": "view", "data-id": tab.id,
    }, tab.title);
    tabs.append(button);
  }
  tabs.hidden = session.tabs.length < 2;
  tabs.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...tabs.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  addEventListener("hashchange", () => choose(find(session), session));
  if (session.tabs.length > 0) await choose(find(session), session);
}

start().catch(trouble => show(view, trouble));
