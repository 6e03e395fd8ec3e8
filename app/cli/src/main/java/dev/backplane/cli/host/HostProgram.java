package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The reason why a program cannot be started, found before the start, because a failed start does
 * not tell it. The exit codes are those of a shell.
 *
 * @param exitCode 127 if there is no such program, 126 if it cannot be executed
 * @param problem what is wrong, and what to do
 */
record HostProgram(int exitCode, BackplaneException problem) {
  static final int MISSING = 127;
  static final int UNFIT = 126;

  /** The machines that XRT is packaged for, as ELF headers number them. */
  private static final Map<Integer, String> MACHINES =
      Map.of(0x3e, "amd64", 0xb7, "aarch64", 0x03, "i386", 0x28, "arm", 0x15, "ppc64le");

  private static final int MACHINE_AT = 18;
  private static final int ELF = 0x464c_457f;

  /**
   * Looks for what is wrong with a program.
   *
   * @param name a path, or a name to look for
   * @param path the folders to look in
   * @param machine the machine this is, as Java names it
   * @return what is wrong; empty if nothing is
   */
  static Optional<HostProgram> unfit(String name, String path, String machine) {
    try {
      return find(name, path)
          .map(program -> look(program, machine))
          .orElseGet(
              () ->
                  unfit(
                      MISSING,
                      name,
                      name.contains("/") ? "no such file" : "no such program on PATH",
                      "Name it with its path, after '--': backplane exec -- ./host image.xclbin"));
    } catch (InvalidPathException e) {
      return unfit(
          MISSING,
          name,
          "the locale has no such letters",
          "Set LC_ALL to one with UTF-8, C.UTF-8 for example");
    }
  }

  /** {@return the file of a program, named by its path or to be looked for in folders} */
  static Optional<Path> find(String name, String path) {
    return name.contains("/")
        ? Optional.of(Path.of(name)).filter(Files::exists)
        : Stream.of(path.split(":", -1))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isRegularFile)
            .filter(Files::isExecutable)
            .findFirst();
  }

  private static Optional<HostProgram> look(Path program, String machine) {
    String name = program.toString();
    if (Files.isDirectory(program)) {
      return unfit(UNFIT, name, "it is a folder", "Name the program in it");
    }
    if (!Files.isExecutable(program)) {
      return unfit(
          UNFIT,
          name,
          "it is not executable",
          "chmod +x it; is it the program, or its source or image?");
    }
    ByteBuffer header = ByteBuffer.allocate(MACHINE_AT + 2).order(ByteOrder.LITTLE_ENDIAN);
    try (InputStream bytes = Files.newInputStream(program)) {
      bytes.readNBytes(header.array(), 0, header.capacity());
    } catch (IOException e) {
      return unfit(UNFIT, name, "it cannot be read: " + e.getMessage(), "Check its permissions");
    }
    String built = MACHINES.get((int) header.getShort(MACHINE_AT));
    return header.getInt(0) == ELF && built != null && !built.equals(machine)
        ? unfit(
            UNFIT,
            name,
            "it was built for %s, this machine is %s".formatted(built, machine),
            "Build it here: g++ ... -lxrt_coreutil")
        : Optional.empty();
  }

  private static Optional<HostProgram> unfit(
      int exitCode, String name, String problem, String remedy) {
    return Optional.of(
        new HostProgram(
            exitCode,
            BackplaneException.because(ErrorCode.FILE_UNREADABLE, problem)
                .during("exec")
                .on(name)
                .remedy(remedy)
                .build()));
  }
}
