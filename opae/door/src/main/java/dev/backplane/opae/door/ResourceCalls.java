package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Token;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.PropertyField;
import dev.backplane.opae.door.facets.FacetTable;
import dev.backplane.runtime.Backplane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Calls for the library itself, for tokens, for opening and closing, and for properties. */
final class ResourceCalls {
  private static final int HAS_PARENT = 2;

  private static final Duration MOST_AT_END = Duration.ofSeconds(5);

  private final OpaeLibrary library;
  private final UnavailablePlugins unavailable = new UnavailablePlugins();

  ResourceCalls(OpaeLibrary library) {
    this.library = library;
  }

  int initialize(long file) {
    library.initialize(file == 0 ? "" : Arguments.text(file, "the configuration"));
    return FpgaResult.OK;
  }

  int retireAll() {
    library.retireAll();
    return FpgaResult.OK;
  }

  int finish() {
    library.finish();
    return FpgaResult.OK;
  }

  /**
   * The process does not wait for a plugin that hangs. One that another thread is in is not taken
   * away under it.
   */
  int end(boolean othersAreInCalls) {
    Runnable last = othersAreInCalls ? library::closeRetired : library::finish;
    Thread closing = Thread.ofPlatform().daemon().name("backplane end").start(last);
    try {
      closing.join(MOST_AT_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return FpgaResult.OK;
  }

  BackplaneException cannotRegister(long name) {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "plugins are loaded as the configuration says")
        .during("register plugin " + Arguments.text(name, "the name"))
        .remedy("Name it in the configuration, and call fpgaInitialize with that")
        .build();
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
    Arguments.required(clone, "the clone");
    RawMemory.putLong(clone, library.tokens().add(token.another()));
    return FpgaResult.OK;
  }

  int retainToken(long number) {
    ServedToken token = library.token(number);
    if (!token.retain()) {
      OpaeLibrary.held(null, "token", number);
    }
    return FpgaResult.OK;
  }

  /**
   * Gives a token back. The program's variable keeps its value, as OPAE does not set it to null
   * either.
   */
  int destroyToken(long place) {
    Arguments.required(place, "the token");
    long number = RawMemory.getLong(place);
    if (library.token(number).release()) {
      library.tokens().remove(number);
    }
    return FpgaResult.OK;
  }

  int open(long number, long place, int flags) {
    ServedToken token = library.token(number);
    Arguments.required(place, "the handle");
    long parent = 0;
    if ((flags & HAS_PARENT) != 0) {
      parent = RawMemory.getLong(place);
      Arguments.required(parent, "the parent");
    }
    return new Children(library).open(token, place, flags, parent);
  }

  int retire(long number, long place) {
    library.handle(number);
    RawMemory.putLong(place, library.retire(number));
    return FpgaResult.OK;
  }

  /** Closes a handle and its children, whatever the plugin answers for the handle itself. */
  int close(long number) {
    List<ServedHandle> all = OpaeLibrary.held(library.retired().remove(number), "handle", number);
    int result = FpgaResult.OK;
    for (ServedHandle each : all) {
      int closed = each.close();
      result = result == FpgaResult.OK ? closed : result;
    }
    return result;
  }

  int reset(long number) {
    ServedHandle handle = library.handle(number);
    return handle.functions().reset(handle.inner());
  }

  int children(long number, int room, long children, long count) {
    ServedHandle handle = library.handle(number);
    Arguments.required(count, "the count");
    List<Long> all = handle.children();
    RawMemory.putInt(count, all.size());
    for (int i = 0; children != 0 && i < all.size() && Integer.compareUnsigned(i, room) < 0; i++) {
      RawMemory.putLong(children + 8L * i, all.get(i));
    }
    return FpgaResult.OK;
  }

  int properties(long number, long place, long made) {
    ServedToken token = library.token(number);
    if (token.functions() instanceof FacetTable table) {
      RawMemory.putLong(place, made);
      table.write(token.inner(), FpgaProperties.at(made));
    } else {
      int result = token.functions().getProperties(token.inner(), place);
      if (result != FpgaResult.OK) {
        return result;
      }
    }
    setParent(token.token(), FpgaProperties.at(RawMemory.getLong(place)));
    return FpgaResult.OK;
  }

  int propertiesOfHandle(long number, long place, long made) {
    ServedHandle handle = library.handle(number);
    if (handle.functions() instanceof FacetTable table) {
      RawMemory.putLong(place, made);
      table.writeOpen(handle.inner(), FpgaProperties.at(made));
    } else {
      int result = handle.functions().getPropertiesFromHandle(handle.inner(), place);
      if (result != FpgaResult.OK) {
        return result;
      }
    }
    setParent(handle.token().token(), FpgaProperties.at(RawMemory.getLong(place)));
    return FpgaResult.OK;
  }

  int update(long number, long fields) {
    ServedToken token = library.token(number);
    FpgaProperties properties = FpgaProperties.at(fields);
    releaseParent(properties);
    if (token.functions() instanceof FacetTable table) {
      properties.clear();
      table.write(token.inner(), properties);
    } else {
      int result = token.functions().updateProperties(token.inner(), fields);
      if (result != FpgaResult.OK) {
        return result;
      }
    }
    setParent(token.token(), properties);
    return FpgaResult.OK;
  }

  /** The properties hold a reference of their own, which C lets go of with them. */
  private void setParent(Token token, FpgaProperties properties) {
    library
        .parent(token)
        .ifPresent(parent -> properties.set(PropertyField.PARENT, library.tokens().add(parent)));
  }

  private void releaseParent(FpgaProperties properties) {
    if (properties.has(PropertyField.PARENT)) {
      long number = properties.get(PropertyField.PARENT);
      ServedToken parent = library.tokens().get(number);
      if (parent != null && parent.release()) {
        library.tokens().remove(number);
      }
    }
  }
}
