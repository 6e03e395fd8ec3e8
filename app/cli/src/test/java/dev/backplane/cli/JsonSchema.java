package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A published schema of what a command prints for programs. */
public final class JsonSchema {
  private static final String SUFFIX = ".schema.json";

  private final String name;
  private final Schema schema;

  private JsonSchema(String name, Schema schema) {
    this.name = name;
    this.schema = schema;
  }

  /** {@return the schema of a command, or of another output} */
  public static JsonSchema of(String name) {
    return new JsonSchema(
        name,
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(text(name)));
  }

  static String text(String name) {
    try {
      return Files.readString(folder().resolve(name + SUFFIX));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the names of all that are published} */
  static Set<String> names() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.endsWith(SUFFIX))
          .map(file -> file.substring(0, file.length() - SUFFIX.length()))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    return Outcome.home().resolve("docs/json");
  }

  /** Accepts an object, and refuses it with one key more. */
  public void describes(String object) {
    assertThat(schema.validate(object, InputFormat.JSON)).as("%s: %s", name, object).isEmpty();
    String more = object.replaceFirst("\\{", "{\"added\":{},");
    assertThat(schema.validate(more, InputFormat.JSON)).as("%s: %s", name, more).isNotEmpty();
  }
}
