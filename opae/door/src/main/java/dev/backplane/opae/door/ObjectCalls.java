package dev.backplane.opae.door;

import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;
import java.util.function.LongToIntFunction;

/** Calls for system objects. */
final class ObjectCalls {
  private final OpaeLibrary library;

  ObjectCalls(OpaeLibrary library) {
    this.library = library;
  }

  int ofToken(long token, long name, long place, int flags) {
    ServedToken of = library.token(token);
    Arguments.required(name, "name");
    return keep(
        of.functions(),
        place,
        found -> of.functions().tokenGetObject(of.inner(), name, found, flags));
  }

  int ofHandle(long handle, long name, long place, int flags) {
    ServedHandle of = library.handle(handle);
    Arguments.required(name, "name");
    return keep(
        of.functions(),
        place,
        found -> of.functions().handleGetObject(of.inner(), name, found, flags));
  }

  int ofObject(long parent, long name, long place, int flags) {
    ServedObject of = library.object(parent);
    Arguments.required(name, "name");
    return keep(
        of.functions(),
        place,
        found -> of.functions().objectGetObject(of.inner(), name, found, flags));
  }

  int at(long parent, long index, long place) {
    ServedObject of = library.object(parent);
    return keep(
        of.functions(), place, found -> of.functions().objectGetObjectAt(of.inner(), index, found));
  }

  /** Gives the program a number for what a function finds. */
  private int keep(Opae functions, long place, LongToIntFunction find) {
    Arguments.required(place, "object");
    return Places.with(
        0,
        found -> {
          int result = find.applyAsInt(found);
          if (result == FpgaResult.OK) {
            ServedObject object = new ServedObject(functions, RawMemory.getLong(found));
            RawMemory.putLong(place, library.objects().add(object));
          }
          return result;
        });
  }

  int destroy(long place) {
    Arguments.required(place, "object");
    long number = RawMemory.getLong(place);
    ServedObject object = OpaeLibrary.held(library.objects().remove(number), "object", number);
    return OpaeLibrary.destroy(object);
  }
}
