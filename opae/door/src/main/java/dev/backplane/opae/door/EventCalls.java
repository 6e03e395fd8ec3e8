package dev.backplane.opae.door;

import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;

/** Calls for event handles, which belong to a plugin from their first registration on. */
final class EventCalls {
  private final OpaeLibrary library;

  EventCalls(OpaeLibrary library) {
    this.library = library;
  }

  int create(long place) {
    Arguments.required(place, "event");
    RawMemory.putLong(place, library.events().add(new ServedEvent()));
    return FpgaResult.OK;
  }

  int destroy(long place) {
    Arguments.required(place, "event");
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
    Arguments.required(descriptor, "descriptor");
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
        int made = Places.with(0, place -> createFor(open, event, place));
        if (made != FpgaResult.OK) {
          return made;
        }
      } else if (functions != open.functions()) {
        throw Arguments.invalid("the event handle is registered with a device of another plugin");
      }
      return open.functions().registerEvent(open.inner(), type, event.inner(), flags);
    }
  }

  private static int createFor(ServedHandle open, ServedEvent event, long place) {
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
