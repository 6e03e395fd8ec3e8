package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.cli.command.OutputFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes binaries out of a container. */
record ContainerDump(BinaryContainer container) {
  /** Finds a binary by its number, or by its target if only one has it. */
  DeviceBinary one(String name) {
    List<DeviceBinary> binaries = container.binaries();
    if (name.matches("\\d{1,6}") && Integer.parseInt(name) < binaries.size()) {
      return binaries.get(Integer.parseInt(name));
    }
    List<DeviceBinary> found = binaries.stream().filter(each -> each.isFor(name)).toList();
    if (found.size() != 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "'%s' means %s binaries; there are %s"
                  .formatted(name, found.isEmpty() ? "no" : found.size(), binaries))
          .during("dump")
          .on(container.name())
          .remedy("Name it by its number, the first is 0")
          .build();
    }
    return found.getFirst();
  }

  /** Writes all into a folder, which is there; answers the files. */
  List<Path> all(Path folder) {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < container.binaries().size(); i++) {
      DeviceBinary each = container.binaries().get(i);
      String target = each.architecture().replaceAll("[^A-Za-z0-9_.]", "_");
      Path file = folder.resolve("%02d-%s%s".formatted(i, target, extension(each)));
      write(file, each);
      files.add(file);
    }
    return files;
  }

  static void write(Path target, DeviceBinary binary) {
    try (OutputFile file = OutputFile.at(target)) {
      file.write(MemorySegment.ofArray(binary.code().toArray()));
    }
  }

  private static String extension(DeviceBinary binary) {
    return switch (binary.effectiveFormat()) {
      case SPIRV -> ".spv";
      case BITCODE -> ".bc";
      case SOURCE -> ".cl";
      case XCLBIN -> ".xclbin";
      case NATIVE, UNKNOWN, GBS, CONTAINER -> ".bin";
    };
  }
}
