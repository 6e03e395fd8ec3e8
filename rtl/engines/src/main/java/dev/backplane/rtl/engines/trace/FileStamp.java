package dev.backplane.rtl.engines.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** The state of a file when it was opened, by which a change of it is seen. */
record FileStamp(Path path, long size, FileTime modified, @Nullable Object key) {
  static FileStamp of(Path path) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    return new FileStamp(path, now.size(), now.lastModifiedTime(), now.fileKey());
  }

  /** Tells whether the file is still what it was. */
  boolean isCurrent() {
    try {
      return of(path).equals(this);
    } catch (IOException e) {
      // It was moved or removed.
      return false;
    }
  }
}
