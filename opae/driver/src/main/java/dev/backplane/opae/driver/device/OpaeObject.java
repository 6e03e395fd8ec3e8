package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.Opae;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** A container or an attribute of a native plugin. */
final class OpaeObject implements SystemObject {
  private static final int CONTAINER = 1;

  private final OpaeObjects objects;
  private final OpenResource resource;
  private final Opae opae;
  private final NativeHandle handle;

  OpaeObject(OpaeObjects objects, NativeHandle handle) {
    this.objects = objects;
    this.resource = objects.resource();
    this.opae = resource.opae();
    this.handle = handle;
  }

  private long with(String function, OpenResource.Question question) {
    long value = handle.begin(function);
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, 0);
      resource.check(question.ask(value, place), function);
      return RawMemory.getLong(place);
    } finally {
      handle.end();
    }
  }

  /** Plugins of the first layout have no containers that anybody can tell from attributes. */
  @Override
  public boolean isContainer() {
    return resource.has("fpgaObjectGetType")
        && with("fpgaObjectGetType", (object, place) -> opae.objectGetType(object, place))
            == CONTAINER;
  }

  @Override
  public long size() {
    return with("fpgaObjectGetSize", (object, place) -> opae.objectGetSize(object, place, 0));
  }

  @Override
  public void refresh() {
    with(
        "fpgaObjectGetSize",
        (object, place) -> opae.objectGetSize(object, place, OpaeObjects.SYNC));
  }

  private void checkAttribute(String operation) {
    if (isContainer()) {
      throw wrongKind(operation, "it is a container, which has no value");
    }
  }

  private void checkContainer(String operation) {
    if (!isContainer()) {
      throw wrongKind(operation, "it is an attribute, in which there are no objects");
    }
  }

  private BackplaneException wrongKind(String operation, String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during(operation)
        .on(resource.key())
        .remedy("Ask isContainer() first")
        .build();
  }

  @Override
  public void read(long offset, MemorySegment target) {
    checkAttribute("fpgaObjectRead");
    long size = size();
    long bytes = target.byteSize();
    if (offset < 0 || offset > size - bytes) {
      throw resource.outOfRange(
          "fpgaObjectRead",
          "%d bytes at %d are not inside the %d bytes of the object"
              .formatted(bytes, offset, size));
    }
    if (bytes == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(bytes, Long.BYTES);
      with(
          "fpgaObjectRead",
          (object, _) -> opae.objectRead(object, copy.address(), offset, bytes, 0));
      target.copyFrom(copy);
    }
  }

  @Override
  public long read64() {
    checkAttribute("fpgaObjectRead64");
    return with("fpgaObjectRead64", (object, place) -> opae.objectRead64(object, place, 0));
  }

  @Override
  public void write64(long value) {
    checkAttribute("fpgaObjectWrite64");
    with("fpgaObjectWrite64", (object, _) -> opae.objectWrite64(object, value, 0));
  }

  @Override
  public SystemObject object(String name, Set<SystemObjects.Option> options) {
    checkContainer("fpgaObjectGetObject");
    long container = handle.begin("fpgaObjectGetObject");
    try (Slab.Frame frame = Slab.frame()) {
      long text = objects.text(name, frame);
      return objects.make(
          "fpgaObjectGetObject",
          name,
          place -> opae.objectGetObject(container, text, place, OpaeObjects.flags(options)));
    } finally {
      handle.end();
    }
  }

  @Override
  public SystemObject objectAt(long index) {
    checkContainer("fpgaObjectGetObjectAt");
    long size = size();
    if (index < 0 || index >= size) {
      throw resource.outOfRange(
          "fpgaObjectGetObjectAt", "there is no object %d; there are %d".formatted(index, size));
    }
    long container = handle.begin("fpgaObjectGetObjectAt");
    try {
      return objects.make(
          "fpgaObjectGetObjectAt",
          "number " + index,
          place -> opae.objectGetObjectAt(container, index, place));
    } finally {
      handle.end();
    }
  }

  @Override
  public void close() {
    if (handle.close()) {
      objects.closed(this);
    }
  }
}
