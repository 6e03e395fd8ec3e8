package dev.backplane.compiler;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes files into a new folder: all of them or, if anything fails, none. They are written into a
 * folder beside the target, which is renamed when it is complete; a process that is killed leaves
 * that folder, whose name begins with a dot, and no half of the target.
 */
public final class OutputFolder {
  private static final AtomicLong COUNT = new AtomicLong();

  private OutputFolder() {}

  /**
   * Writes files.
   *
   * @param folder the folder, which must not exist or be empty
   * @param files the contents by names; a name may have folders in it, and leads nowhere outside
   * @throws CompilerException with {@link CompilerError#OUTPUT} if that is not possible
   */
  public static void write(Path folder, SequencedMap<String, byte[]> files) {
    Path target = folder.toAbsolutePath().normalize();
    Path parent = target.getParent();
    if (parent == null) {
      throw new CompilerException(CompilerError.OUTPUT, folder.toString(), "it is no new folder");
    }
    Path written = null;
    try {
      if (Files.exists(target) && !isEmptyFolder(target)) {
        throw new CompilerException(
            CompilerError.OUTPUT,
            folder.toString(),
            "it is there and not empty; name another folder, or remove it");
      }
      Files.createDirectories(parent);
      Path beside = parent.resolve(partial(target));
      Files.createDirectory(beside);
      written = beside;
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = inside(beside, file.getKey());
        Files.createDirectories(path.resolveSibling(""));
        Files.write(path, file.getValue());
      }
      Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      remove(written, e);
      throw new CompilerException(CompilerError.OUTPUT, folder.toString(), reason(e), e);
    } catch (RuntimeException e) {
      remove(written, e);
      throw e;
    }
  }

  /** Exceptions of files say in their type what others say in words. */
  private static String reason(IOException e) {
    String said = String.valueOf(e.getMessage());
    return switch (e) {
      case AccessDeniedException _ -> "this user may not write " + said;
      case FileAlreadyExistsException _ -> said + " is there and no folder; name another folder";
      case NoSuchFileException _ -> said + " is gone; write again";
      default -> "it cannot be written: " + said;
    };
  }

  /** No other process has this number, and no other call of this one that count. */
  private static String partial(Path target) {
    return "."
        + target.getFileName()
        + "."
        + ProcessHandle.current().pid()
        + "-"
        + COUNT.incrementAndGet()
        + ".part";
  }

  private static Path inside(Path folder, String name) {
    Path path = folder.resolve(name).normalize();
    if (!path.startsWith(folder) || path.equals(folder)) {
      throw new CompilerException(
          CompilerError.OUTPUT, "file " + name, "it would lie outside the output folder");
    }
    return path;
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> content = Files.list(folder)) {
      return content.findAny().isEmpty();
    }
  }

  private static void remove(@Nullable Path folder, Exception reason) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> content = Files.walk(folder)) {
      for (Path file : content.toList().reversed()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }
}
