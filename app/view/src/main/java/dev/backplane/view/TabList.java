package dev.backplane.view;

import java.util.List;
import java.util.Locale;

/** Tells the page which parts it has. */
final class TabList {
  private TabList() {}

  static Answer of(String title, List<Tab> tabs, Sessions sessions) {
    StringBuilder json = new StringBuilder("{\"title\":");
    quote(json, title);
    json.append(",\"token\":");
    quote(json, sessions.write());
    json.append(",\"tabs\":[");
    String comma = "";
    for (Tab tab : tabs) {
      json.append(comma).append("{\"id\":");
      quote(json, tab.id());
      json.append(",\"title\":");
      quote(json, tab.title());
      json.append(",\"script\":");
      quote(json, tab.script());
      json.append('}');
      comma = ",";
    }
    return Answer.json(json.append("]}").toString());
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
