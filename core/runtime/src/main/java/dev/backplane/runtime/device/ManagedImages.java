package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import java.util.List;
import java.util.Optional;

/** Loading of images; a new one ends the program before it where there is one slot. */
final class ManagedImages extends CheckedImages {
  ManagedImages(Handle<Images> handle) {
    super(handle);
  }

  @Override
  public Program load(Image image, LoadOption... options) {
    String operation = "load " + image.name();
    origin.lifetime().check(operation);
    boolean alone = slots() == 1;
    // Without force only the driver can tell whether anything would be replaced.
    if (alone && List.of(options).contains(LoadOption.FORCE)) {
      checkNothingRuns(operation);
    }
    Program program = origin.ask(operation, () -> target.load(image, options));
    return device.programs().form(this, operation, program, alone);
  }

  private void checkNothingRuns(String operation) {
    device.runs().settleEnded();
    Optional<String> user = device.runs().imageUser();
    if (user.isPresent()) {
      throw origin
          .error(ErrorCode.IN_USE, user.get())
          .during(operation)
          .remedy("Wait for runs or cancel them, and close calls, then load the image")
          .build();
    }
  }

  @Override
  public Optional<Program> loaded() {
    Optional<Program> program = origin.ask("loaded", target::loaded);
    boolean alone = slots() == 1;
    if (program.isEmpty() && alone) {
      device.programs().endAll();
    }
    return program.map(found -> device.programs().form(this, "loaded", found, alone));
  }
}
