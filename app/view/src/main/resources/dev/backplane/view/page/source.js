// What a view asks the server for.
export class Source {
  #place;
  #token;
  #streams = new Set();

  constructor(place, token, tab, say) {
    this.#place = place;
    this.#token = token;
    this.tab = tab;
    // Says something beside the title; an empty text takes it away.
    this.say = say;
  }

  #address(path, parameters) {
    const query = new URLSearchParams(parameters).toString();
    return this.#place + (path ? `/${path}` : "") + (query ? `?${query}` : "");
  }

  async #ask(path, parameters, how) {
    let answer;
    try {
      answer = await fetch(this.#address(path, parameters), how);
    } catch {
      throw new Error("Backplane does not answer. Its command has ended, or this machine cannot reach it.");
    }
    if (!answer.ok) throw new Error((await answer.text()) || `The server says ${answer.status}.`);
    return answer;
  }

  async json(path = "", parameters = {}) {
    return (await this.#ask(path, parameters)).json();
  }

  async text(path = "", parameters = {}) {
    return (await this.#ask(path, parameters)).text();
  }

  async bytes(path = "", parameters = {}) {
    return (await this.#ask(path, parameters)).arrayBuffer();
  }

  // Changes something; what is sent is JSON.
  async post(path, content) {
    return this.#ask(path, {}, {
      method: "POST",
      headers: { "X-Backplane-Token": this.#token, "Content-Type": "application/json" },
      body: JSON.stringify(content),
    });
  }

  // Calls on(state) for each look at what changes, until the view is closed.
  changes(on, trouble = () => {}) {
    const stream = new EventSource(this.#address("events", {}));
    this.#streams.add(stream);
    stream.addEventListener("look", event => {
      this.say("live");
      on(JSON.parse(event.data));
    });
    stream.addEventListener("trouble", event => trouble(event.data));
    stream.onerror = () => this.say("no connection; trying again");
    return stream;
  }

  close() {
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
  }
}
