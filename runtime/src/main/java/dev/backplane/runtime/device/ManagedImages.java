package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinarySelection;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.pi.Binaries;
import java.util.List;
import java.util.Optional;

/** Loading of images; a new one ends the program before it. */
final class ManagedImages extends CheckedImages {
  ManagedImages(Handle<Images> handle) {
    super(handle);
  }

  @Override
  public Program load(Image image, LoadOption... options) {
    String operation = "load " + image.name();
    origin.lifetime().check(operation);
    // Without force only the driver can tell whether anything would be replaced.
    if (List.of(options).contains(LoadOption.FORCE)) {
      checkNothingRuns(operation);
    }
    Image own = device.has(Binaries.class) ? image : forCards(operation, image);
    Program program = origin.ask(operation, () -> target.load(own, options));
    return device.programs().handle(device, origin, program);
  }

  /** A card that does not choose among device binaries is given what a container has for cards. */
  private Image forCards(String operation, Image image) {
    if (!BinaryContainer.isOne(image)) {
      return image;
    }
    DeviceBinary binary =
        origin.ask(operation, () -> BinarySelection.selectForCard(BinaryContainer.read(image)));
    return Image.of(image.name(), binary.code().toArray());
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
    if (program.isEmpty()) {
      device.programs().endAll();
    }
    return program.map(found -> device.programs().handle(device, origin, found));
  }
}
