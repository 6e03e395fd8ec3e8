package dev.backplane.opae.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Attributes by name, as the kernel's driver shows them in its file tree: the parts of a name are
 * containers.
 */
public final class CardObjects implements SystemObjects {
  /**
   * An attribute.
   *
   * @param text its value now
   * @param writer takes what is written; null if it can only be read
   */
  public record Attribute(Supplier<String> text, @Nullable LongConsumer writer) {
    /** {@return an attribute that can only be read} */
    public static Attribute of(Supplier<String> text) {
      return new Attribute(text, null);
    }
  }

  private final TreeMap<String, Attribute> attributes;

  /**
   * A tree.
   *
   * @param attributes by their full names
   */
  public CardObjects(Map<String, Attribute> attributes) {
    this.attributes = new TreeMap<>(attributes);
  }

  @Override
  public SystemObject object(String name, Set<Option> options) {
    return find("", name, options);
  }

  private SystemObject find(String folder, String name, Set<Option> options) {
    Optional<String> found =
        options.contains(Option.PATTERN)
            ? everything(folder).filter(matcher(folder + name)).findFirst()
            : everything(folder).filter((folder + name)::equals).findFirst();
    return new Node(
        found.orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NO_SUCH_DEVICE, "there is no object '%s'".formatted(name))
                    .during("find an object")
                    .remedy("There are " + children(folder))
                    .build()));
  }

  private static Predicate<String> matcher(String pattern) {
    PathMatcher matcher;
    try {
      matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException e) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "'%s' is no pattern".formatted(pattern))
          .during("find an object")
          .remedy("Use *, ? and [...]")
          .causedBy(e)
          .build();
    }
    return name -> matcher.matches(Path.of(name));
  }

  /** Names of attributes and containers that begin so. */
  private Stream<String> everything(String folder) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : attributes.keySet()) {
      for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
        names.add(name.substring(0, slash));
      }
      names.add(name);
    }
    return names.stream().filter(name -> name.startsWith(folder));
  }

  private List<String> children(String folder) {
    return everything(folder)
        .map(name -> name.substring(folder.length()))
        .filter(name -> name.indexOf('/') < 0)
        .toList();
  }

  private final class Node implements SystemObject {
    private final String name;
    private volatile byte[] value;

    Node(String name) {
      this.name = name;
      value = now();
    }

    private byte[] now() {
      Attribute attribute = attributes.get(name);
      return attribute == null
          ? new byte[0]
          : (attribute.text().get() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean isContainer() {
      return !attributes.containsKey(name);
    }

    private Attribute attribute() {
      Attribute attribute = attributes.get(name);
      if (attribute == null) {
        throw refused(ErrorCode.INVALID_ARGUMENT, "is a container, which has no value");
      }
      return attribute;
    }

    private String folder() {
      if (!isContainer()) {
        throw refused(ErrorCode.INVALID_ARGUMENT, "is an attribute, which has no objects");
      }
      return name + "/";
    }

    private BackplaneException refused(ErrorCode code, String problem) {
      return BackplaneException.because(code, "the object '%s' %s".formatted(name, problem))
          .build();
    }

    @Override
    public long size() {
      return isContainer() ? children(folder()).size() : value.length;
    }

    @Override
    public void refresh() {
      value = now();
    }

    @Override
    public void read(long offset, MemorySegment target) {
      var _ = attribute();
      byte[] bytes = value;
      if (offset < 0 || target.byteSize() > bytes.length - offset) {
        throw refused(ErrorCode.OUT_OF_RANGE, "has %d bytes".formatted(bytes.length));
      }
      target.copyFrom(MemorySegment.ofArray(bytes).asSlice(offset, target.byteSize()));
    }

    @Override
    public long read64() {
      var _ = attribute();
      String text = new String(value, StandardCharsets.UTF_8).strip();
      try {
        return text.startsWith("0x")
            ? Long.parseUnsignedLong(text.substring(2), 16)
            : Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw refused(ErrorCode.INVALID_ARGUMENT, "is '%s', which is no number".formatted(text));
      }
    }

    @Override
    public void write64(long number) {
      LongConsumer writer = attribute().writer();
      if (writer == null) {
        throw refused(ErrorCode.NOT_PERMITTED, "can only be read");
      }
      writer.accept(number);
      refresh();
    }

    @Override
    public SystemObject object(String part, Set<Option> options) {
      return find(folder(), part, options);
    }

    @Override
    public SystemObject objectAt(long index) {
      List<String> parts = children(folder());
      if (index < 0 || index >= parts.size()) {
        throw refused(ErrorCode.OUT_OF_RANGE, "has %d objects".formatted(parts.size()));
      }
      return new Node(folder() + parts.get((int) index));
    }

    @Override
    public void close() {
      // It holds nothing.
    }
  }
}
