package dev.backplane.opae.door.facets;

import dev.backplane.api.Device;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import java.util.List;
import java.util.function.ToIntFunction;

/** Functions for error registers, of resources that need not be open. */
final class FacetErrors {
  private static final int NAME_BYTES = 64;

  private final FacetDevices devices;

  FacetErrors(FacetDevices devices) {
    this.devices = devices;
  }

  private int with(long token, ToIntFunction<ErrorRegisters> action) {
    return devices
        .token(token)
        .with((Device device) -> action.applyAsInt(device.facet(ErrorRegisters.class)));
  }

  /** Past the end OPAE says that there is none. */
  private int withRegister(long token, int number, ToIntFunction<ErrorRegisters> action) {
    return with(
        token,
        errors ->
            Integer.compareUnsigned(number, errors.descriptions().size()) < 0
                ? action.applyAsInt(errors)
                : FpgaResult.NOT_FOUND);
  }

  int read(long token, int number, long value) {
    return withRegister(
        token,
        number,
        errors -> {
          RawMemory.putLong(value, errors.read(number));
          return FpgaResult.OK;
        });
  }

  int clear(long token, int number) {
    return withRegister(
        token,
        number,
        errors -> {
          errors.clear(number);
          return FpgaResult.OK;
        });
  }

  int clearAll(long token) {
    return with(
        token,
        errors -> {
          errors.clearAll();
          return FpgaResult.OK;
        });
  }

  int describe(long token, int number, long place) {
    return withRegister(
        token,
        number,
        errors -> {
          List<ErrorRegisters.Description> all = errors.descriptions();
          CStructs.putText(place, NAME_BYTES, all.get(number).name());
          CStructs.putBoolean(place + NAME_BYTES, all.get(number).clearable());
          return FpgaResult.OK;
        });
  }
}
