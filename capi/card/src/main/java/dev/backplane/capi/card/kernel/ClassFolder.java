package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  private static final int PAGE = 4096;

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
    Path place = place(attribute);
    try {
      return new String(calls.attribute(place), StandardCharsets.US_ASCII).strip();
    } catch (KernelError e) {
      throw e.during("read attribute " + attribute, name());
    }
  }

  /** {@return how many bytes an attribute of its own has that is no text; 0 if there is none} */
  long size(String attribute) {
    try {
      return Files.size(folder.resolve(attribute));
    } catch (IOException e) {
      return 0;
    }
  }

  /** Reads a part of such an attribute, a page at most; returns how many bytes that is. */
  int bytes(String attribute, long offset, MemorySegment target) {
    try (FileChannel file = FileChannel.open(folder.resolve(attribute), StandardOpenOption.READ)) {
      ByteBuffer page = ByteBuffer.allocate((int) Math.min(PAGE, target.byteSize()));
      int read = Math.max(0, file.read(page, offset));
      MemorySegment.copy(MemorySegment.ofArray(page.array()), 0, target, 0, read);
      return read;
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.DEVICE_FAULTED, "it cannot be read: " + e)
          .during("read attribute " + attribute)
          .on(name())
          .remedy("Only its owner may read it")
          .causedBy(e)
          .build();
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
