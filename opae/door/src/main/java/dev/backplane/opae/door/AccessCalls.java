package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.door.facets.FacetTable;

/** Calls for registers, memory and events of what a program has open. */
final class AccessCalls {
  private static final int PREALLOCATED = 1;

  private final OpaeLibrary library;

  AccessCalls(OpaeLibrary library) {
    this.library = library;
  }

  int read64(long handle, int space, long offset, long value, long mapped) {
    ServedHandle open = library.handle(handle);
    Arguments.required(value, "the value");
    tellMapped(open, space, mapped);
    return open.functions().readMmio64(open.inner(), space, offset, value);
  }

  int write64(long handle, int space, long offset, long value, long mapped) {
    ServedHandle open = library.handle(handle);
    tellMapped(open, space, mapped);
    return open.functions().writeMmio64(open.inner(), space, offset, value);
  }

  int read32(long handle, int space, long offset, long value, long mapped) {
    ServedHandle open = library.handle(handle);
    Arguments.required(value, "the value");
    tellMapped(open, space, mapped);
    return open.functions().readMmio32(open.inner(), space, offset, value);
  }

  int write32(long handle, int space, long offset, int value, long mapped) {
    ServedHandle open = library.handle(handle);
    tellMapped(open, space, mapped);
    return open.functions().writeMmio32(open.inner(), space, offset, value);
  }

  int write512(long handle, int space, long offset, long value) {
    ServedHandle open = library.handle(handle);
    Arguments.required(value, "the value");
    return open.functions().writeMmio512(open.inner(), space, offset, value);
  }

  /** Tells the library in C where the registers are, so that it asks for them once. */
  private static void tellMapped(ServedHandle open, int space, long mapped) {
    if (open.functions() instanceof FacetTable table) {
      table
          .mapped(open.inner(), space)
          .ifPresent(
              registers -> {
                RawMemory.putLong(mapped, registers.address());
                RawMemory.putLong(mapped + 8, registers.byteSize());
                RawMemory.putLong(mapped + 16, open.parent());
              });
    }
  }

  int map(long handle, int space, long pointer) {
    ServedHandle open = library.handle(handle);
    return open.functions().mapMmio(open.inner(), space, pointer);
  }

  int unmap(long handle, int space) {
    ServedHandle open = library.handle(handle);
    return open.functions().unmapMmio(open.inner(), space);
  }

  int prepare(long handle, long bytes, long address, long workspace, int flags) {
    ServedHandle open = library.handle(handle);
    boolean isQuestion = (flags & PREALLOCATED) != 0 && bytes == 0 && address == 0;
    if (!isQuestion) {
      Arguments.required(address, "the address");
      Arguments.required(workspace, "the workspace id");
    }
    if (open.isChild()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "the handle is one of several of an accelerator")
          .during("prepare a buffer")
          .remedy("Prepare it with the handle that the others were opened with")
          .build();
    }
    int result = open.functions().prepareBuffer(open.inner(), bytes, address, workspace, flags);
    return result == FpgaResult.OK && !isQuestion
        ? new Children(library).pin(open, bytes, address, workspace)
        : result;
  }

  int release(long handle, long workspace) {
    ServedHandle open = library.handle(handle);
    new Children(library).unpin(open, workspace);
    return open.functions().releaseBuffer(open.inner(), workspace);
  }

  int ioAddress(long handle, long workspace, long address) {
    ServedHandle open = library.handle(handle);
    Arguments.required(address, "the address");
    return open.functions().ioAddress(open.inner(), workspace, address);
  }

  int bindSva(long handle, long number) {
    ServedHandle open = library.handle(handle);
    Arguments.required(number, "the PASID");
    int result = open.functions().bindSva(open.inner(), number);
    for (long each : open.children()) {
      ServedHandle child = library.handles().get(each);
      if (result == FpgaResult.OK && child != null) {
        result = child.functions().bindSva(child.inner(), number);
      }
    }
    return result;
  }

  int createEvent(long place) {
    Arguments.required(place, "the event handle");
    RawMemory.putLong(place, library.events().add(new ServedEvent()));
    return FpgaResult.OK;
  }

  int destroyEvent(long place) {
    Arguments.required(place, "the event handle");
    long number = RawMemory.getLong(place);
    ServedEvent event = OpaeLibrary.held(library.events().remove(number), "event handle", number);
    synchronized (event) {
      Opae functions = event.functions();
      RawMemory.putLong(place, 0);
      return functions == null
          ? FpgaResult.OK
          : Places.with(event.inner(), functions::destroyEventHandle);
    }
  }

  int osObject(long number, long descriptor) {
    ServedEvent event = library.event(number);
    Arguments.required(descriptor, "the descriptor");
    synchronized (event) {
      return registered(event).osObjectFromEventHandle(event.inner(), descriptor);
    }
  }

  int register(long handle, int type, long number, int flags) {
    ServedHandle open = library.handle(handle);
    ServedEvent event = library.event(number);
    synchronized (event) {
      Opae functions = event.functions();
      if (functions == null) {
        int made = Places.with(0, place -> create(open, event, place));
        if (made != FpgaResult.OK) {
          return made;
        }
      } else if (functions != open.functions()) {
        throw Arguments.invalid("the event handle is registered with a device of another plugin");
      }
      return open.functions().registerEvent(open.inner(), type, event.inner(), flags);
    }
  }

  private static int create(ServedHandle open, ServedEvent event, long place) {
    int result = open.functions().createEventHandle(place);
    if (result == FpgaResult.OK) {
      event.assign(open.functions(), RawMemory.getLong(place));
    }
    return result;
  }

  int unregister(long handle, int type, long number) {
    ServedHandle open = library.handle(handle);
    ServedEvent event = library.event(number);
    synchronized (event) {
      if (registered(event) != open.functions()) {
        throw Arguments.invalid("the event handle is registered with a device of another plugin");
      }
      return open.functions().unregisterEvent(open.inner(), type, event.inner());
    }
  }

  private static Opae registered(ServedEvent event) {
    Opae functions = event.functions();
    if (functions == null) {
      throw Arguments.invalid("the event handle was not registered yet");
    }
    return functions;
  }
}
