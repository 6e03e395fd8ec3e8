package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.FpgaResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongToIntFunction;

/**
 * Objects that a resource shows. They are found through its handle, which lets them be written, or
 * where the plugin lacks that through its token.
 */
final class OpaeObjects implements SystemObjects {
  static final int SYNC = 1;
  private static final int PATTERN = 2;
  private static final int RECURSE_ONE = 8;
  private static final int RECURSE_ALL = 16;

  private final OpenResource resource;

  /** The objects that are not closed. */
  private final Set<OpaeObject> open = ConcurrentHashMap.newKeySet();

  OpaeObjects(OpenResource resource) {
    this.resource = resource;
  }

  OpenResource resource() {
    return resource;
  }

  @Override
  public SystemObject object(String name, Set<Option> options) {
    int flags = flags(options);
    boolean writable = resource.has("fpgaHandleGetObject");
    String function = writable ? "fpgaHandleGetObject" : "fpgaTokenGetObject";
    long handle = resource.handle().begin(function);
    try (Slab.Frame frame = Slab.frame()) {
      long text = text(name, frame);
      return make(
          function,
          name,
          place ->
              writable
                  ? resource.opae().handleGetObject(handle, text, place, flags)
                  : resource.opae().tokenGetObject(resource.token(), text, place, flags));
    } finally {
      resource.handle().end();
    }
  }

  /** A name that leaves the resource, or that C would see cut off, is a name of nothing. */
  long text(String name, Slab.Frame frame) {
    boolean leaves = name.startsWith("/") || ("/" + name + "/").contains("/../");
    if (name.isEmpty() || leaves || name.indexOf('\0') >= 0) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE, "'%s' is no name of an object".formatted(name))
          .on(resource.key())
          .remedy("Use names with '/' between them, without '..'")
          .build();
    }
    return CText.write(name, frame).address();
  }

  SystemObject make(String function, String name, LongToIntFunction find) {
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, 0);
      int result = find.applyAsInt(place);
      long found = RawMemory.getLong(place);
      if (result == FpgaResult.NOT_FOUND || (result == FpgaResult.OK && found == 0)) {
        throw BackplaneException.because(
                ErrorCode.NO_SUCH_DEVICE, "there is no object '%s'".formatted(name))
            .during(function)
            .on(resource.key())
            .remedy("'*' as a pattern finds the first one that there is")
            .build();
      }
      resource.check(result, function);
      OpaeObject object =
          new OpaeObject(this, new NativeHandle("object " + name, found, () -> destroy(found)));
      open.add(object);
      return object;
    }
  }

  private void destroy(long object) {
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, object);
      // It is gone as far as this side goes, whatever the plugin says.
      var _ = resource.opae().destroyObject(place);
    }
  }

  static int flags(Set<Option> options) {
    return (options.contains(Option.PATTERN) ? PATTERN : 0)
        | (options.contains(Option.CHILDREN) ? RECURSE_ONE : 0)
        | (options.contains(Option.DESCENDANTS) ? RECURSE_ALL : 0);
  }

  void closed(OpaeObject object) {
    open.remove(object);
  }

  void close() {
    open.forEach(OpaeObject::close);
  }
}
