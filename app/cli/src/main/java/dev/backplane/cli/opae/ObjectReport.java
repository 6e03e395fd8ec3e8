package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.cli.report.Report;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Objects of a resource and their values. */
final class ObjectReport {
  /** A line for an object. */
  record Row(String object, String value) implements Report {}

  /** All of an object. */
  private record One(
      String object,
      String kind,
      Optional<Long> bytes,
      Optional<String> value,
      Optional<Long> size,
      Optional<List<Row>> objects)
      implements Report {}

  /**
   * Names that the drivers of OPAE use. An object does not tell its name, so no list of all can be
   * had.
   */
  private static final List<String> KNOWN =
      List.of(
          "id",
          "afu_id",
          "ports_num",
          "socket_id",
          "bitstream_id",
          "bitstream_metadata",
          "cache_size",
          "fabric_version",
          "power_state",
          "ltr",
          "pr/interface_id",
          "userclk/high",
          "userclk/low",
          "errors/errors",
          "errors/fme_errors",
          "errors/pcie0_errors",
          "errors/pcie1_errors",
          "errors/nonfatal_errors",
          "errors/catfatal_errors",
          "errors/first_error",
          "errors/first_malformed_req",
          "errors/next_error",
          "errors/inject_errors");

  private static final int LONGEST = 4096;
  private static final int BYTES_SHOWN = 64;
  private static final int MOST_CHILDREN = 256;

  private final SystemObjects objects;

  ObjectReport(Device device) {
    objects = device.facet(SystemObjects.class);
  }

  /** {@return a line for each object that has a usual name} */
  List<Row> known() {
    List<Row> rows = new ArrayList<>();
    for (String name : KNOWN) {
      find(name)
          .ifPresent(
              object -> {
                try (object) {
                  rows.add(new Row(name, shownOrWhyNot(object)));
                }
              });
    }
    return rows;
  }

  private Optional<SystemObject> find(String name) {
    try {
      return Optional.of(objects.object(name, Set.of()));
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.NO_SUCH_DEVICE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** {@return all of an object: its value, or what is in it} */
  Report one(String name) {
    Set<SystemObjects.Option> options =
        name.matches(".*[*?\\[].*")
            ? Set.of(SystemObjects.Option.PATTERN, SystemObjects.Option.CHILDREN)
            : Set.of(SystemObjects.Option.CHILDREN);
    try (SystemObject object = objects.object(name, options)) {
      if (!object.isContainer()) {
        return new One(
            name,
            "attribute",
            Optional.of(object.size()),
            Optional.of(shown(object)),
            Optional.empty(),
            Optional.empty());
      }
      List<Row> known =
          known().stream().filter(row -> row.object().startsWith(name + "/")).toList();
      return new One(
          name,
          "container",
          Optional.empty(),
          Optional.empty(),
          Optional.of(object.size()),
          Optional.of(known.isEmpty() ? numbered(object) : known));
    }
  }

  /** Gives numbers to the objects in a container if no names are known. */
  private static List<Row> numbered(SystemObject container) {
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < Math.min(container.size(), MOST_CHILDREN); i++) {
      try (SystemObject object = container.objectAt(i)) {
        rows.add(new Row("number " + i, shownOrWhyNot(object)));
      }
    }
    return rows;
  }

  /** One that cannot be read does not hide the others. */
  private static String shownOrWhyNot(SystemObject object) {
    try {
      return shown(object);
    } catch (BackplaneException e) {
      return "unavailable: " + e.code().id() + " " + e.code();
    }
  }

  private static String shown(SystemObject object) {
    if (object.isContainer()) {
      return "container of " + object.size();
    }
    byte[] value = new byte[(int) Math.min(object.size(), LONGEST)];
    object.read(0, MemorySegment.ofArray(value));
    return text(value)
        .orElseGet(
            () ->
                HexFormat.of().formatHex(value, 0, Math.min(value.length, BYTES_SHOWN))
                    + (value.length > BYTES_SHOWN ? "..." : ""));
  }

  /** Attributes are lines of text; C writers may end them with zeros. */
  private static Optional<String> text(byte[] value) {
    int end = value.length;
    while (end > 0 && value[end - 1] == 0) {
      end--;
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Arrays.copyOf(value, end)))
              .toString()
              .strip();
      return text.chars().noneMatch(c -> c < ' ' && c != '\n' && c != '\t')
          ? Optional.of(text.replaceAll("\\s*\\n\\s*", "; "))
          : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
