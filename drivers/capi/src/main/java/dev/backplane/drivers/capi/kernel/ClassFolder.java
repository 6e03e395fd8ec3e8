package dev.backplane.drivers.capi.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of the system's class {@code cxl} and its attributes. An attribute that is not in it is
 * looked for along the links {@code device}, as the kernel's documentation says.
 *
 * @param calls how files are read and written
 * @param folder the folder, of a card, an AFU or a node
 */
record ClassFolder(KernelCalls calls, Path folder) {
  /** Nodes lead to their AFU, AFUs to their card, cards to their PCI device. */
  private static final int MOST_LINKS = 3;

  /** {@return its name} */
  String name() {
    return String.valueOf(folder.getFileName());
  }

  /** {@return the folders below it whose names begin so, sorted} */
  List<ClassFolder> below(String prefix) {
    try (Stream<Path> found = Files.list(folder)) {
      return found
          .filter(each -> String.valueOf(each.getFileName()).startsWith(prefix))
          .sorted()
          .map(each -> new ClassFolder(calls, each))
          .toList();
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.NO_SUCH_DEVICE, "it is not there any more")
          .during("list attributes")
          .on(folder.toString())
          .remedy("List the devices again: cards may have gone, and modes may have changed")
          .causedBy(e)
          .build();
    }
  }

  boolean has(String attribute) {
    return Files.exists(place(attribute));
  }

  private Path place(String attribute) {
    Path in = folder;
    for (int links = 0; links < MOST_LINKS && !Files.exists(in.resolve(attribute)); links++) {
      in = in.resolve("device");
    }
    Path place = in.resolve(attribute);
    return Files.exists(place) ? place : folder.resolve(attribute);
  }

  String text(String attribute) {
    return new String(bytes(attribute), StandardCharsets.US_ASCII).strip();
  }

  byte[] bytes(String attribute) {
    try {
      return calls.attribute(place(attribute));
    } catch (KernelError e) {
      throw e.during("read attribute " + attribute, name());
    }
  }

  long number(String attribute) {
    String text = text(attribute);
    try {
      return Long.decode(text);
    } catch (NumberFormatException e) {
      throw BackplaneException.because(
              ErrorCode.PROTOCOL_VIOLATION, "'%s' is no number".formatted(text))
          .during("read attribute " + attribute)
          .on(name())
          .causedBy(e)
          .build();
    }
  }

  /** {@return an attribute that older kernels do not have, or what holds for them} */
  long number(String attribute, long otherwise) {
    return has(attribute) ? number(attribute) : otherwise;
  }

  void write(String attribute, String text) {
    try {
      calls.attribute(place(attribute), text);
    } catch (KernelError e) {
      throw e.during("write '%s' to attribute %s".formatted(text, attribute), name());
    }
  }
}
