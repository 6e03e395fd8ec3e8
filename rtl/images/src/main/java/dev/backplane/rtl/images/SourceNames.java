package dev.backplane.rtl.images;

import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Netlist;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of sources and of their folders in messages. What is kept by content may be used for a copy
 * of the sources in another folder, so it has numbers in their place.
 */
final class SourceNames {
  /** The working folder, of which names say nothing. */
  private static final String HERE = ".";

  private static final Pattern NUMBER = Pattern.compile("\\{source:(\\d{1,9})}");

  private final List<String> names;
  private final Pattern any;

  private SourceNames(List<String> names) {
    this.names = List.copyOf(names);
    String alternatives =
        names.stream()
            .filter(name -> !name.equals(HERE))
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    any = Pattern.compile("(?<![\\w./-])(?:" + alternatives + ")(?![\\w-])");
  }

  static SourceNames of(Sources sources) {
    List<String> names = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    for (Path file : sources.files()) {
      names.add(file.toString());
      folders.add(file.getParent());
      folders.add(file.toAbsolutePath().normalize().getParent());
    }
    for (Path folder : sources.includes()) {
      folders.add(folder);
      folders.add(folder.toAbsolutePath().normalize());
    }
    for (Path folder : folders) {
      names.add(folder == null || folder.toString().isEmpty() ? HERE : folder.toString());
    }
    return new SourceNames(names);
  }

  String replace(String text) {
    return any.matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement("{source:" + names.indexOf(name.group()) + "}"));
  }

  String restore(String text) {
    return NUMBER.matcher(text).replaceAll(number -> Matcher.quoteReplacement(name(number)));
  }

  private String name(MatchResult number) {
    int index = Integer.parseInt(number.group(1));
    return index < names.size() ? names.get(index) : number.group();
  }

  Netlist replace(Netlist netlist) {
    return withPlaces(netlist, this::replace);
  }

  Netlist restore(Netlist netlist) {
    return withPlaces(netlist, this::restore);
  }

  private static Netlist withPlaces(Netlist netlist, UnaryOperator<String> change) {
    return netlist.withEffects(
        netlist.effects().stream().map(effect -> withPlace(effect, change)).toList());
  }

  private static Effect withPlace(Effect effect, UnaryOperator<String> change) {
    return new Effect(
        effect.severity(),
        change.apply(effect.place()),
        effect.clock(),
        effect.condition(),
        effect.format(),
        effect.arguments());
  }
}
