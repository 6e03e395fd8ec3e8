package dev.backplane.opae.door;

import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Token;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FeatureHeader;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;
import dev.backplane.runtime.Backplane;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Accelerators with several ports: the feature header at the start of the registers of one lists
 * the ids of the others, which are opened and closed with it, and see its buffers.
 */
final class Children {
  private static final int HAS_PARENT = 2;
  private static final long FIRST_PARAMETER = 0x28;
  private static final int CHILDREN_PARAMETER = 2;

  /** A list of parameters that has no end is none. */
  private static final int MOST_PARAMETERS = 64;

  private final OpaeLibrary library;

  Children(OpaeLibrary library) {
    this.library = library;
  }

  /**
   * Opens a resource, and its children if it is an accelerator with some.
   *
   * @param parent the number of the handle that it is opened with, or 0
   */
  int open(ServedToken token, long place, int flags, long parent) {
    int result =
        Places.with(
            parent == 0 ? 0 : library.handle(parent).inner(),
            inner -> {
              int opened = token.functions().open(token.inner(), inner, flags);
              if (opened == FpgaResult.OK) {
                RawMemory.putLong(
                    place,
                    library
                        .handles()
                        .add(new ServedHandle(token, RawMemory.getLong(inner), parent)));
              }
              return opened;
            });
    if (result != FpgaResult.OK
        || parent != 0
        || token.token().properties().objectType() != ObjectType.ACCELERATOR
        || token.token().properties().guid().isEmpty()) {
      return result;
    }
    return openChildren(RawMemory.getLong(place));
  }

  private int openChildren(long number) {
    ServedHandle handle = library.handle(number);
    for (UUID id : ids(handle)) {
      int result = openChild(number, handle, id);
      if (result != FpgaResult.OK) {
        List<ServedHandle> all = library.retired().remove(library.retire(number));
        if (all != null) {
          all.forEach(ServedHandle::close);
        }
        return result;
      }
    }
    return FpgaResult.OK;
  }

  private int openChild(long parent, ServedHandle handle, UUID id) {
    Backplane backplane = library.backplane();
    Filter wanted =
        Filter.deviceType(DeviceType.FPGA).withObjectType(ObjectType.ACCELERATOR).withGuid(id);
    List<Token> found = backplane == null ? List.of() : backplane.enumerate(List.of(wanted));
    for (Token token : found) {
      if (token.plugin().equals(handle.token().token().plugin())) {
        return Places.with(
            parent,
            place -> {
              int result = open(library.serve(token), place, HAS_PARENT, parent);
              if (result == FpgaResult.OK) {
                handle.children().add(RawMemory.getLong(place));
              }
              return result;
            });
      }
    }
    return FpgaResult.NOT_FOUND;
  }

  /** The ids of the children, none if the registers do not begin with such a header. */
  private static List<UUID> ids(ServedHandle handle) {
    List<UUID> ids = new ArrayList<>();
    FeatureHeader header = new FeatureHeader(read(handle, 0).orElse(0));
    if (header.type() != FeatureHeader.ACCELERATOR
        || header.version() == 0
        || header.id() != 0
        || (read(handle, 0x20).orElse(0) >>> 31 & 1) == 0) {
      return ids;
    }
    long at = FIRST_PARAMETER;
    for (int i = 0; i < MOST_PARAMETERS; i++) {
      long parameter = read(handle, at).orElse(0);
      long words = parameter >>> 35;
      if ((parameter & 0xFFFF) == CHILDREN_PARAMETER) {
        for (long id = at + 8; id + 16 <= at + 8 * words; id += 16) {
          OptionalLong low = read(handle, id);
          OptionalLong high = read(handle, id + 8);
          if (low.isEmpty() || high.isEmpty()) {
            return ids;
          }
          ids.add(new UUID(high.getAsLong(), low.getAsLong()));
        }
        return ids;
      }
      if (words == 0 || (parameter >>> 32 & 1) != 0) {
        return ids;
      }
      at += 8 * words;
    }
    return ids;
  }

  private static OptionalLong read(ServedHandle handle, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      long value = arena.allocate(ValueLayout.JAVA_LONG).address();
      int result =
          ServedHandle.resultOf(
              () -> handle.functions().readMmio64(handle.inner(), 0, offset, value));
      return result == FpgaResult.OK
          ? OptionalLong.of(RawMemory.getLong(value))
          : OptionalLong.empty();
    }
  }

  /** Gives the children a buffer that was prepared; takes it back where one does not take it. */
  int pin(ServedHandle handle, long bytes, long address, long workspace) {
    if (handle.children().isEmpty()) {
      return FpgaResult.OK;
    }
    long wsid = RawMemory.getLong(workspace);
    int result =
        Places.with(
            0,
            io -> {
              int known = handle.functions().ioAddress(handle.inner(), wsid, io);
              for (long each : handle.children()) {
                ServedHandle child = library.handles().get(each);
                if (known == FpgaResult.OK && child != null) {
                  known =
                      child
                          .functions()
                          .pinBuffer(
                              child.inner(),
                              RawMemory.getLong(address),
                              bytes,
                              RawMemory.getLong(io));
                }
              }
              return known;
            });
    if (result != FpgaResult.OK) {
      handle.functions().releaseBuffer(handle.inner(), wsid);
    }
    return result;
  }

  /** Takes a buffer from the children that is about to be released. */
  void unpin(ServedHandle handle, long workspace) {
    if (handle.children().isEmpty()) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long io = arena.allocate(24, 8).address();
      Opae functions = handle.functions();
      if (functions.workspace(handle.inner(), workspace, io, io + 8, io + 16) != FpgaResult.OK) {
        return;
      }
      for (long each : handle.children()) {
        ServedHandle child = library.handles().get(each);
        if (child != null) {
          child
              .functions()
              .unpinBuffer(
                  child.inner(),
                  RawMemory.getLong(io + 8),
                  RawMemory.getLong(io + 16),
                  RawMemory.getLong(io));
        }
      }
    }
  }
}
