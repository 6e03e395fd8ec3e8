package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a graph became. Immutable; the same graph gives the same bytes, wherever and
 * whenever.
 *
 * @param top the unit that is the whole design
 * @param files the sources, each behind those it uses
 * @param description the kernel description for {@code backplane build}
 * @param companions other files that lie beside them
 */
public record Design(
    String top, List<HdlFile> files, HdlFile description, List<HdlFile> companions) {
  /** Copies the lists. */
  public Design {
    files = List.copyOf(files);
    companions = List.copyOf(companions);
  }

  /** {@return this design with one more file beside it} */
  public Design with(HdlFile companion) {
    List<HdlFile> more = new ArrayList<>(companions);
    more.add(companion);
    return new Design(top, files, description, more);
  }

  /**
   * Writes the files into a new folder: all of them or, if anything fails, none.
   *
   * @param folder the folder, which must not exist or be empty
   * @return the sources in the order of {@link #files}
   * @throws CompilerException with {@link CompilerError#OUTPUT} if that is not possible
   */
  public List<Path> write(Path folder) {
    Path target = folder.toAbsolutePath().normalize();
    Path parent = target.getParent();
    if (parent == null) {
      throw new CompilerException(CompilerError.OUTPUT, folder.toString(), "it is no new folder");
    }
    Path written = null;
    try {
      if (Files.exists(target) && !isEmptyFolder(target)) {
        throw new FileAlreadyExistsException(
            target.toString(), null, "it is there and not empty; name another folder");
      }
      Files.createDirectories(parent);
      written = Files.createTempDirectory(parent, ".design");
      for (HdlFile file : files) {
        write(written, file);
      }
      write(written, description);
      for (HdlFile file : companions) {
        write(written, file);
      }
      Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      remove(written, e);
      throw new CompilerException(CompilerError.OUTPUT, folder.toString(), e.toString(), e);
    } catch (RuntimeException e) {
      remove(written, e);
      throw e;
    }
    return files.stream().map(file -> folder.resolve(file.name())).toList();
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> content = Files.list(folder)) {
      return content.findAny().isEmpty();
    }
  }

  private static void write(Path folder, HdlFile file) throws IOException {
    Path path = folder.resolve(file.name()).normalize();
    if (!folder.equals(path.getParent())) {
      throw new CompilerException(
          CompilerError.OUTPUT, "file " + file.name(), "it would lie outside the output folder");
    }
    Files.writeString(path, file.text(), StandardCharsets.UTF_8);
  }

  private static void remove(@Nullable Path folder, Exception reason) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> content = Files.list(folder)) {
      for (Path file : content.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }
}
