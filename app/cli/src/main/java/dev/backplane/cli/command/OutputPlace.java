package dev.backplane.cli.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A place that a person named for a result, behind all symbolic links.
 *
 * @param path what the name leads to
 * @param form what is there
 */
record OutputPlace(Path path, Form form) {
  /** More links in a row than the system follows. */
  private static final int MOST_LINKS = 40;

  /** The forms of what is at a place, which say how it is written. */
  enum Form {
    /** Nothing: a file is made. */
    NEW,
    /** A file with this one name: another with its owner and mode can take its place. */
    FILE,
    /** A file with other names, which must see what is written. */
    SHARED_FILE,
    /** A file that a process has open, and may have written to: the output comes behind that. */
    OPEN_FILE,
    /** A device, a pipe, or a socket: it takes what is written. */
    STREAM,
    /** A folder: it cannot be written. */
    FOLDER
  }

  static OutputPlace of(Path named) throws IOException {
    Path path = named.toAbsolutePath();
    for (int links = 0; links < MOST_LINKS; links++) {
      Path folder = path.getParent();
      Path name = path.getFileName();
      if (folder == null || name == null || isDotted(name)) {
        return new OutputPlace(path, Form.FOLDER);
      }
      path = folder.toRealPath().resolve(name);
      if (Files.isDirectory(path)) {
        return new OutputPlace(path, Form.FOLDER);
      }
      // The links there are made up for each process: what they lead to has no name to be moved to.
      if (path.startsWith("/proc")) {
        return new OutputPlace(path, Files.isRegularFile(path) ? Form.OPEN_FILE : Form.STREAM);
      }
      if (!Files.isSymbolicLink(path)) {
        return new OutputPlace(path, form(path));
      }
      path = folder.toRealPath().resolve(Files.readSymbolicLink(path));
    }
    throw new FileSystemException(named.toString(), null, "too many symbolic links");
  }

  private static boolean isDotted(Path name) {
    return name.toString().equals(".") || name.toString().equals("..");
  }

  private static Form form(Path path) throws IOException {
    Map<String, Object> found;
    try {
      found = Files.readAttributes(path, "unix:isRegularFile,nlink", LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Form.NEW;
    }
    if (!Boolean.TRUE.equals(found.get("isRegularFile"))) {
      return Form.STREAM;
    }
    return Integer.valueOf(1).equals(found.get("nlink")) ? Form.FILE : Form.SHARED_FILE;
  }

  boolean isFile() {
    return form != Form.STREAM && form != Form.OPEN_FILE;
  }
}
