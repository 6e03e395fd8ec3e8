package dev.backplane.compiler;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes files into a new or empty folder: all of them or, if anything fails, none. They are
 * written into a folder whose name begins with a dot, and moved when they are complete; a process
 * that is killed leaves that folder. It is beside a new folder, and takes its name at the end. It
 * is within a folder that is there and empty, which stays what it is: a link, a mount, with its
 * owner and mode.
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
    List<Path> moved = new ArrayList<>();
    try {
      boolean isThere = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
      if (isThere && !isEmptyFolder(target)) {
        throw new CompilerException(
            CompilerError.OUTPUT,
            folder.toString(),
            Files.isDirectory(target)
                ? "it is there and not empty; name another folder, or remove it"
                : "it is there and no folder; name another folder");
      }
      if (!isThere) {
        Files.createDirectories(parent);
      }
      Path made = (isThere ? target : parent).resolve(partial(target));
      Files.createDirectory(made);
      written = made;
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = inside(made, file.getKey());
        Files.createDirectories(path.resolveSibling(""));
        Files.write(path, file.getValue());
      }
      if (isThere) {
        for (Path each : content(made)) {
          Path place = target.resolve(each.getFileName());
          Files.move(each, place);
          moved.add(place);
        }
        Files.delete(made);
      } else {
        Files.move(made, target);
      }
    } catch (IOException e) {
      moved.forEach(each -> remove(each, e));
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

  private static List<Path> content(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      return content.toList();
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
