package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives ports of no certain interface ({@code interface b}) the interface that all instances of the
 * module connect. Where they connect several, the port is left as it is.
 */
public final class GenericInterfaces {
  private static final Pattern PORT = Pattern.compile("\\binterface\\s*[.\\w]");

  /** The interfaces by module and port, with a dot between. */
  private final Map<String, String> types = new HashMap<>();

  private GenericInterfaces() {}

  /** {@return the interfaces of such ports in sources} */
  public static GenericInterfaces of(Collection<String> texts) {
    GenericInterfaces result = new GenericInterfaces();
    if (texts.stream().noneMatch(text -> PORT.matcher(text).find())) {
      return result;
    }
    Map<String, Module> modules = new HashMap<>();
    for (String text : texts) {
      Module.of(Tokens.of(text)).forEach(module -> modules.put(module.nameText(), module));
    }
    // A port may be connected to one of the same kind, whose interface is found first or later.
    for (int round = 0; round <= modules.size(); round++) {
      Map<String, Set<String>> found = new HashMap<>();
      modules.values().forEach(module -> result.connections(module, modules, found));
      Map<String, String> known = new HashMap<>();
      found.forEach(
          (port, all) -> {
            if (all.size() == 1) {
              known.put(port, all.iterator().next());
            }
          });
      if (known.equals(result.types)) {
        break;
      }
      result.types.clear();
      result.types.putAll(known);
    }
    return result;
  }

  /** {@return the text with the interfaces that are known} */
  public String rewrite(String source) {
    if (types.isEmpty()) {
      return source;
    }
    Edits edits = new Edits(source);
    for (Module module : Module.of(Tokens.of(source))) {
      for (List<Tokens.Token> port : module.ports()) {
        String type = types.get(module.nameText() + "." + WiredNets.portName(port));
        if (type != null && isGeneric(port)) {
          edits.replace(port.getFirst().start(), port.getFirst().end(), type);
        }
      }
    }
    return edits.apply();
  }

  private static boolean isGeneric(List<Tokens.Token> port) {
    return !port.isEmpty() && port.getFirst().is("interface");
  }

  /** Collects what the instances inside of a module connect to such ports. */
  private void connections(
      Module outer, Map<String, Module> modules, Map<String, Set<String>> found) {
    Map<String, String> interfaces = interfacesIn(outer, modules);
    for (Instance instance : instances(outer, modules)) {
      Module inner = modules.get(instance.module());
      List<List<Tokens.Token>> ports = inner == null ? List.of() : inner.ports();
      for (int i = 0; i < ports.size(); i++) {
        if (isGeneric(ports.get(i))) {
          String name = WiredNets.portName(ports.get(i));
          String connected = instance.connected(name, i);
          String type = connected == null ? null : interfaces.get(connected);
          if (type != null) {
            found.computeIfAbsent(instance.module() + "." + name, _ -> new HashSet<>()).add(type);
          }
        }
      }
    }
  }

  /** The interfaces that are instances in a module or its ports, by their names. */
  private Map<String, String> interfacesIn(Module module, Map<String, Module> modules) {
    Map<String, String> interfaces = new HashMap<>();
    for (List<Tokens.Token> port : module.ports()) {
      if (!port.isEmpty()) {
        String name = WiredNets.portName(port);
        String first = port.getFirst().text();
        String type = isGeneric(port) ? types.get(module.nameText() + "." + name) : first;
        if (type != null) {
          interfaces.put(name, type);
        }
      }
    }
    instances(module, modules).forEach(each -> interfaces.put(each.name(), each.module()));
    return interfaces;
  }

  /** An instance with its connections. */
  private record Instance(String module, String name, List<List<Tokens.Token>> pins) {
    /** The first name that is connected to a port, or null. */
    @Nullable String connected(String port, int position) {
      boolean named = !pins.getFirst().isEmpty() && pins.getFirst().getFirst().is(".");
      if (!named) {
        return position < pins.size() && !pins.get(position).isEmpty()
            ? pins.get(position).getFirst().text()
            : null;
      }
      for (List<Tokens.Token> pin : pins) {
        if (pin.size() > 1 && pin.get(1).is(port)) {
          return pin.size() > 3 ? pin.get(3).text() : port;
        }
        if (pin.size() > 1 && pin.get(1).is("*")) {
          return port;
        }
      }
      return null;
    }
  }

  private static List<Instance> instances(Module module, Map<String, Module> modules) {
    List<Instance> found = new ArrayList<>();
    List<Tokens.Token> tokens = module.tokens();
    for (int at = module.header() + 1; at < module.end(); at++) {
      String type = tokens.get(at).text();
      if (!tokens.get(at).isWord() || !modules.containsKey(type)) {
        continue;
      }
      int next = at + 1;
      if (tokens.get(next).is("#")) {
        next = Tokens.closing(tokens, next + 1) + 1;
      }
      while (next > 0 && next + 1 < module.end() && tokens.get(next).isWord()) {
        String name = tokens.get(next).text();
        int open = next + 1;
        while (tokens.get(open).is("[")) {
          open = Tokens.closing(tokens, open) + 1;
        }
        int close = tokens.get(open).is("(") ? Tokens.closing(tokens, open) : -1;
        if (close < 0) {
          break;
        }
        found.add(new Instance(type, name, Tokens.split(tokens, open + 1, close)));
        at = close;
        next = tokens.get(close + 1).is(",") ? close + 2 : -1;
      }
    }
    return found;
  }
}
