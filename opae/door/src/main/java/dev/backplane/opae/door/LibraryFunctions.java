package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.ServedOpae;
import dev.backplane.opae.door.facets.FacetTable;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;

/**
 * The functions of the library that do more than a plugin's: those that make or take numbers, keep
 * registers and buffers of several ports together, or concern the library itself.
 */
final class LibraryFunctions extends ServedOpae {
  private static final Duration MOST_AT_END = Duration.ofSeconds(5);
  private static final int PREALLOCATED = 1;

  private final Bridge bridge;
  private final OpaeLibrary library;
  private final ResourceCalls resources;
  private final PropertyCalls properties;
  private final EventCalls events;
  private final ObjectCalls objects;
  private final Children ports;

  LibraryFunctions(Bridge bridge) {
    this.bridge = bridge;
    library = new OpaeLibrary(bridge);
    resources = new ResourceCalls(library, bridge);
    properties = new PropertyCalls(library);
    events = new EventCalls(library);
    objects = new ObjectCalls(library);
    ports = new Children(library);
  }

  Bridge bridge() {
    return bridge;
  }

  @Override
  protected ServedToken fpgaToken(long number) {
    return library.token(number);
  }

  @Override
  protected ServedHandle fpgaHandle(long number) {
    return library.handle(number);
  }

  @Override
  protected ServedObject fpgaObject(long number) {
    return library.object(number);
  }

  @Override
  protected void required(long pointer, String name) {
    Arguments.required(pointer, name);
  }

  // The library itself.

  /** It is connected before it has functions. */
  @Override
  public int connect(long functions) {
    return FpgaResult.OK;
  }

  @Override
  public int initialize(long configFile) {
    library.initialize(configFile == 0 ? "" : Arguments.text(configFile, "config_file"));
    return FpgaResult.OK;
  }

  @Override
  public int retireAll() {
    library.retireAll();
    return FpgaResult.OK;
  }

  @Override
  public int closeAll() {
    library.finish();
    return FpgaResult.OK;
  }

  /**
   * The process does not wait for a plugin that hangs. One that another thread is in is not taken
   * away under it.
   */
  @Override
  public int end(int othersAreInCalls) {
    Runnable last = othersAreInCalls != 0 ? library::closeRetired : library::finish;
    Thread closing = Thread.ofPlatform().daemon().name("backplane end").start(last);
    try {
      closing.join(MOST_AT_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return FpgaResult.OK;
  }

  @Override
  public int registerPlugin(long name) {
    throw BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "plugins are loaded as the configuration says")
        .during("register plugin " + Arguments.text(name, "name"))
        .remedy("Name it in the configuration, and call fpgaInitialize with that")
        .build();
  }

  // Resources and properties.

  @Override
  public int enumerate(long filters, int numFilters, long tokens, int maxTokens, long numMatches) {
    return resources.enumerate(filters, numFilters, tokens, maxTokens, numMatches);
  }

  @Override
  public int cloneToken(long source, long clone) {
    return resources.cloneToken(source, clone);
  }

  @Override
  public int retainToken(long token) {
    return resources.retainToken(token);
  }

  @Override
  public int destroyToken(long token) {
    return resources.destroyToken(token);
  }

  @Override
  public int open(long token, long handle, int flags) {
    return resources.open(token, handle, flags);
  }

  @Override
  public int close(long handle) {
    return resources.close(handle);
  }

  @Override
  public int getChildren(long handle, int maxChildren, long children, long numChildren) {
    return resources.children(handle, maxChildren, children, numChildren);
  }

  @Override
  public int getPropertiesFromHandle(long handle, long place) {
    return properties.ofHandle(handle, place);
  }

  @Override
  public int getProperties(long token, long place) {
    return properties.ofToken(token, place);
  }

  @Override
  public int updateProperties(long token, long fields) {
    return properties.update(token, fields);
  }

  // Registers: the library in C accesses those in memory by itself, once it knows where they are.

  @Override
  public int writeMmio64(long handle, int space, long offset, long value) {
    return accessed(super.writeMmio64(handle, space, offset, value), handle, space);
  }

  @Override
  public int readMmio64(long handle, int space, long offset, long value) {
    return accessed(super.readMmio64(handle, space, offset, value), handle, space);
  }

  @Override
  public int writeMmio32(long handle, int space, long offset, int value) {
    return accessed(super.writeMmio32(handle, space, offset, value), handle, space);
  }

  @Override
  public int readMmio32(long handle, int space, long offset, long value) {
    return accessed(super.readMmio32(handle, space, offset, value), handle, space);
  }

  private int accessed(int result, long handle, int space) {
    if (result == FpgaResult.OK && mapped(handle, space).isPresent()) {
      // Counted before it is asked: a space that is withdrawn between the two is not mapped.
      long withdrawn = bridge.registersWithdrawn();
      mapped(handle, space)
          .ifPresent(
              memory ->
                  bridge.mapRegisters(
                      handle, space, memory, library.handle(handle).parent(), withdrawn));
    }
    return result;
  }

  private Optional<MemorySegment> mapped(long number, int space) {
    ServedHandle handle = library.handles().get(number);
    return handle != null && handle.functions() instanceof FacetTable table
        ? table.mapped(handle.inner(), space)
        : Optional.empty();
  }

  // Buffers: the ports of an accelerator see the same ones.

  @Override
  public int prepareBuffer(long handle, long length, long address, long wsid, int flags) {
    ServedHandle open = library.handle(handle);
    boolean isQuestion = (flags & PREALLOCATED) != 0 && length == 0 && address == 0;
    if (!isQuestion) {
      required(address, "address");
      required(wsid, "wsid");
    }
    if (open.isChild()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the handle is one of several of an accelerator")
          .during("prepare a buffer")
          .remedy("Prepare it with the handle that the others were opened with")
          .build();
    }
    int result = open.functions().prepareBuffer(open.inner(), length, address, wsid, flags);
    return result == FpgaResult.OK && !isQuestion ? ports.pin(open, length, address, wsid) : result;
  }

  @Override
  public int releaseBuffer(long handle, long wsid) {
    ports.unpin(library.handle(handle), wsid);
    return super.releaseBuffer(handle, wsid);
  }

  @Override
  public int bindSva(long handle, long pasid) {
    int result = super.bindSva(handle, pasid);
    for (long each : library.handle(handle).children()) {
      ServedHandle child = library.handles().get(each);
      if (result == FpgaResult.OK && child != null) {
        result = child.functions().bindSva(child.inner(), pasid);
      }
    }
    return result;
  }

  // Events and objects.

  @Override
  public int createEventHandle(long event) {
    return events.create(event);
  }

  @Override
  public int destroyEventHandle(long event) {
    return events.destroy(event);
  }

  @Override
  public int osObjectFromEventHandle(long event, long descriptor) {
    return events.osObject(event, descriptor);
  }

  @Override
  public int registerEvent(long handle, int type, long event, int flags) {
    return events.register(handle, type, event, flags);
  }

  @Override
  public int unregisterEvent(long handle, int type, long event) {
    return events.unregister(handle, type, event);
  }

  @Override
  public int tokenGetObject(long token, long name, long object, int flags) {
    return objects.ofToken(token, name, object, flags);
  }

  @Override
  public int handleGetObject(long handle, long name, long object, int flags) {
    return objects.ofHandle(handle, name, object, flags);
  }

  @Override
  public int objectGetObject(long parent, long name, long object, int flags) {
    return objects.ofObject(parent, name, object, flags);
  }

  @Override
  public int objectGetObjectAt(long parent, long index, long object) {
    return objects.at(parent, index, object);
  }

  @Override
  public int destroyObject(long object) {
    return objects.destroy(object);
  }

  // A device and an accelerator, which must be of one plugin.

  @Override
  public int assignToInterface(long device, long accelerator, int hostInterface, int flags) {
    ServedHandle of = library.handle(device);
    return of.functions()
        .assignToInterface(of.inner(), ofSame(of, accelerator), hostInterface, flags);
  }

  @Override
  public int releaseFromInterface(long device, long accelerator) {
    ServedHandle of = library.handle(device);
    return of.functions().releaseFromInterface(of.inner(), ofSame(of, accelerator));
  }

  private long ofSame(ServedHandle device, long accelerator) {
    ServedToken token = library.token(accelerator);
    if (token.functions() != device.functions()) {
      throw Arguments.invalid("the accelerator is one of another plugin");
    }
    return token.inner();
  }
}
