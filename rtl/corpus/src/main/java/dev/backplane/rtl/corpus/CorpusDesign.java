package dev.backplane.rtl.corpus;

import dev.backplane.rtl.frontends.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A design of the corpus, as its {@code design.json} describes it.
 *
 * @param name the name of its folder
 * @param folder its folder
 * @param about what it does, in a sentence
 * @param top the top module
 * @param kind how it is driven
 * @param files its sources, packages before the files that use them
 * @param parameters parameters of the top module
 * @param clocks ticks from one rising edge to the next, by the clock's port
 * @param inputs how inputs are driven, where not at random
 * @param description the kernel.xml of a kernel
 * @param job what a kernel should compute: a name of {@link KernelWorkloads}; empty for pins
 * @param constant outputs that never change
 * @param routes what reads it
 * @param large whether tests that would take long with it leave it to the nightly run
 */
public record CorpusDesign(
    String name,
    Path folder,
    String about,
    String top,
    Kind kind,
    List<Path> files,
    Map<String, String> parameters,
    Map<String, Integer> clocks,
    Map<String, InputHint> inputs,
    Path description,
    String job,
    Set<String> constant,
    Set<String> routes,
    boolean large) {
  static final String FILE = "design.json";

  private static final Set<String> FIELDS =
      Set.of(
          "about",
          "top",
          "kind",
          "files",
          "parameters",
          "clocks",
          "inputs",
          "description",
          "job",
          "constant",
          "routes",
          "large");

  /** The way in which a test drives a design. */
  public enum Kind {
    /** By its inputs, with random values. */
    PINS,
    /** As an AXI kernel, with arguments and memory. */
    KERNEL
  }

  /** Reads the description in a folder. */
  static CorpusDesign read(Path folder) {
    JsonNode root = JsonMapper.shared().readTree(folder.resolve(FILE).toFile());
    for (String field : root.propertyNames()) {
      if (!FIELDS.contains(field)) {
        throw new IllegalArgumentException(folder.resolve(FILE) + ": unknown field " + field);
      }
    }
    String name = String.valueOf(folder.getFileName());
    Map<String, String> parameters = new LinkedHashMap<>();
    root.path("parameters").properties().forEach(e -> parameters.put(e.getKey(), text(e)));
    Map<String, Integer> clocks = new LinkedHashMap<>();
    root.path("clocks").properties().forEach(e -> clocks.put(e.getKey(), e.getValue().asInt()));
    Map<String, InputHint> inputs = new LinkedHashMap<>();
    root.path("inputs")
        .properties()
        .forEach(e -> inputs.put(e.getKey(), InputHint.read(e.getValue())));
    return new CorpusDesign(
        name,
        folder,
        root.path("about").asString(),
        root.path("top").asString(name),
        Kind.valueOf(root.path("kind").asString().toUpperCase(Locale.ROOT)),
        texts(root.path("files")).stream().map(each -> folder.resolve(each).normalize()).toList(),
        parameters,
        clocks,
        inputs,
        folder.resolve(root.path("description").asString("kernel.xml")).normalize(),
        root.path("job").asString(""),
        Set.copyOf(texts(root.path("constant"))),
        Set.copyOf(texts(root.path("routes"))),
        root.path("large").asBoolean(false));
  }

  private static String text(Map.Entry<String, JsonNode> entry) {
    return entry.getValue().asString();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asString()));
    return texts;
  }

  /** {@return the sources for a front end} */
  public Sources sources() {
    return Sources.of(files).withParameters(parameters);
  }

  @Override
  public String toString() {
    return name;
  }
}
