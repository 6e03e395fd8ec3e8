package dev.backplane.opae.door;

import dev.backplane.api.Token;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.runtime.Backplane;
import java.util.ArrayList;
import java.util.List;

/** Calls that search, open and close resources. */
final class ResourceCalls {
  private static final int HAS_PARENT = 2;

  private final OpaeLibrary library;
  private final Bridge bridge;
  private final UnavailablePlugins unavailable = new UnavailablePlugins();

  ResourceCalls(OpaeLibrary library, Bridge bridge) {
    this.library = library;
    this.bridge = bridge;
  }

  int enumerate(long filters, int filterCount, long tokens, int room, long matches) {
    List<PropertyFilter> asked = new ArrayList<>();
    for (int i = 0; i < filterCount; i++) {
      long fields = RawMemory.getLong(filters + 8L * i);
      asked.add(PropertyFilter.of(FpgaProperties.at(fields), library));
    }
    Backplane backplane = library.backplane();
    List<Token> found = backplane == null ? List.of() : PropertyFilter.find(backplane, asked);
    if (backplane != null && found.isEmpty()) {
      unavailable.tell(backplane);
    }
    int given = Integer.compareUnsigned(found.size(), room) < 0 ? found.size() : room;
    List<ServedToken> served = library.serve(found.subList(0, given));
    for (int i = 0; i < given; i++) {
      RawMemory.putLong(tokens + 8L * i, library.tokens().add(served.get(i)));
    }
    RawMemory.putInt(matches, found.size());
    return FpgaResult.OK;
  }

  int cloneToken(long source, long clone) {
    ServedToken token = library.token(source);
    Arguments.required(clone, "clone");
    RawMemory.putLong(clone, library.tokens().add(token.another()));
    return FpgaResult.OK;
  }

  int retainToken(long number) {
    if (!library.token(number).retain()) {
      OpaeLibrary.held(null, "token", number);
    }
    return FpgaResult.OK;
  }

  /**
   * Gives a token back. The program's variable keeps its value, as OPAE does not set it to null
   * either.
   */
  int destroyToken(long place) {
    Arguments.required(place, "token");
    long number = RawMemory.getLong(place);
    if (library.token(number).release()) {
      library.tokens().remove(number);
    }
    return FpgaResult.OK;
  }

  int open(long number, long place, int flags) {
    ServedToken token = library.token(number);
    Arguments.required(place, "handle");
    long parent = 0;
    if ((flags & HAS_PARENT) != 0) {
      parent = RawMemory.getLong(place);
      if (parent == 0) {
        throw Arguments.invalid("the handle of the parent is null");
      }
    }
    return new Children(library).open(token, place, flags, parent);
  }

  /** Closes a handle and its children, whatever the plugin answers for the handle itself. */
  int close(long number) {
    library.handle(number);
    long closing = library.retire(number);
    bridge.withdrawRegisters(number);
    List<ServedHandle> all = OpaeLibrary.held(library.retired().remove(closing), "handle", number);
    int result = FpgaResult.OK;
    for (ServedHandle each : all) {
      int closed = each.close();
      result = result == FpgaResult.OK ? closed : result;
    }
    return result;
  }

  int children(long number, int room, long children, long count) {
    ServedHandle handle = library.handle(number);
    Arguments.required(count, "num_children");
    List<Long> all = handle.children();
    RawMemory.putInt(count, all.size());
    for (int i = 0; children != 0 && i < all.size() && Integer.compareUnsigned(i, room) < 0; i++) {
      RawMemory.putLong(children + 8L * i, all.get(i));
    }
    return FpgaResult.OK;
  }
}
