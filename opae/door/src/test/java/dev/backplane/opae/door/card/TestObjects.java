package dev.backplane.opae.door.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A container {@code port} with the attributes {@code id} and {@code state}. */
final class TestObjects implements SystemObjects {
  private final Map<String, String> values =
      new TreeMap<>(Map.of("port/id", "0x2a\n", "port/state", "7\n"));

  @Override
  public SystemObject object(String name, Set<Option> options) {
    String found = options.contains(Option.PATTERN) && name.equals("po*") ? "port" : name;
    if (!found.equals("port") && !values.containsKey(found)) {
      throw BackplaneException.because(ErrorCode.NO_SUCH_DEVICE, "no object " + name).build();
    }
    return new Node(found);
  }

  private final class Node implements SystemObject {
    private final String name;

    Node(String name) {
      this.name = name;
    }

    private byte[] bytes() {
      if (isContainer()) {
        throw refused("it is a container");
      }
      return values.getOrDefault(name, "").getBytes(StandardCharsets.UTF_8);
    }

    private static BackplaneException refused(String problem) {
      return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem).build();
    }

    @Override
    public boolean isContainer() {
      return name.equals("port");
    }

    @Override
    public long size() {
      return isContainer() ? values.size() : bytes().length;
    }

    @Override
    public void refresh() {}

    @Override
    public void read(long offset, MemorySegment target) {
      byte[] bytes = bytes();
      if (offset + target.byteSize() > bytes.length) {
        throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "there are fewer bytes").build();
      }
      target.copyFrom(MemorySegment.ofArray(bytes).asSlice(offset, target.byteSize()));
    }

    @Override
    public long read64() {
      return Long.decode(new String(bytes(), StandardCharsets.UTF_8).strip());
    }

    @Override
    public void write64(long value) {
      var _ = bytes();
      values.put(name, "0x%x\n".formatted(value));
    }

    @Override
    public SystemObject object(String part, Set<Option> options) {
      if (!isContainer()) {
        throw refused("it is an attribute");
      }
      return TestObjects.this.object("port/" + part, options);
    }

    @Override
    public SystemObject objectAt(long index) {
      List<String> names = List.copyOf(values.keySet());
      if (!isContainer() || index >= names.size()) {
        throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "no object " + index).build();
      }
      return new Node(names.get((int) index));
    }

    @Override
    public void close() {}
  }
}
