package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.FpgaResult;
import java.util.ArrayList;
import java.util.List;

/** Error registers, which a plugin reads of the token. */
final class OpaeErrors implements ErrorRegisters {
  /** {@code fpga_error_info}: the name, and whether it can be cleared. */
  private static final int NAME_BYTES = 64;

  private static final int INFO_BYTES = 65;

  /** More than any resource has. */
  private static final int MOST = 1024;

  private final OpenResource resource;

  OpaeErrors(OpenResource resource) {
    this.resource = resource;
  }

  @Override
  public List<Description> descriptions() {
    List<Description> all = new ArrayList<>();
    try (Slab.Frame frame = Slab.frame()) {
      var info = frame.allocate(INFO_BYTES, Long.BYTES);
      for (int number = 0; number < MOST; number++) {
        info.fill((byte) 0);
        int result = resource.opae().getErrorInfo(resource.token(), number, info.address());
        if (result == FpgaResult.NOT_FOUND || (result == FpgaResult.INVALID_PARAM && number > 0)) {
          break;
        }
        resource.check(result, "fpgaGetErrorInfo");
        all.add(
            new Description(
                CText.read(info, NAME_BYTES - 1),
                RawMemory.getByte(info.address() + NAME_BYTES) != 0));
      }
    }
    return all;
  }

  @Override
  public long read(int number) {
    checkNumber(number, "fpgaReadError");
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, 0);
      int result = resource.opae().readError(resource.token(), number, place);
      resource.checkRange(result, "fpgaReadError", "there is no error register " + number);
      return RawMemory.getLong(place);
    }
  }

  @Override
  public void clear(int number) {
    checkNumber(number, "fpgaClearError");
    List<Description> known =
        resource.has("fpgaGetErrorInfo") ? descriptions() : List.<Description>of();
    if (number < known.size() && !known.get(number).clearable()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "error register %d, %s, cannot be cleared"
                  .formatted(number, known.get(number).name()))
          .during("fpgaClearError")
          .on(resource.key())
          .build();
    }
    int result = resource.opae().clearError(resource.token(), number);
    resource.checkRange(result, "fpgaClearError", "there is no error register " + number);
  }

  private void checkNumber(int number, String function) {
    if (number < 0) {
      throw resource.outOfRange(function, "there is no error register " + number);
    }
  }

  @Override
  public void clearAll() {
    resource.check(resource.opae().clearAllErrors(resource.token()), "fpgaClearAllErrors");
  }
}
