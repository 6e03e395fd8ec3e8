import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Packs a folder: {@code Zip ARCHIVE FOLDER}. Unlike {@code jar}, it keeps who may run a file, and
 * times to the second, by which a cache of classes knows the jars that it was made of.
 */
void main(String[] arguments) throws IOException {
  Path archive = Path.of(arguments[0]).toAbsolutePath();
  Path folder = Path.of(arguments[1]).toAbsolutePath();
  Files.deleteIfExists(archive);
  try (Stream<Path> files = Files.walk(folder)) {
    List<Path> all = files.sorted().toList();
    // What is packed already hardly gets smaller, and would take half of the time to unpack.
    pack(archive, folder, "STORED", all.stream().filter(file -> isPacked(file)).toList());
    pack(archive, folder, "DEFLATED", all.stream().filter(file -> !isPacked(file)).toList());
  }
}

boolean isPacked(Path file) {
  return Files.isRegularFile(file)
      && (file.toString().endsWith(".jar") || file.endsWith("lib/modules"));
}

void pack(Path archive, Path folder, String method, List<Path> files) throws IOException {
  Map<String, String> options =
      Map.of("create", "true", "enablePosixFileAttributes", "true", "compressionMethod", method);
  try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + archive.toUri()), options)) {
    for (Path file : files) {
      Path entry = zip.getPath("/" + folder.getParent().relativize(file));
      if (Files.isDirectory(file)) {
        Files.createDirectories(entry);
      } else {
        Files.createDirectories(entry.getParent());
        Files.copy(file, entry, StandardCopyOption.COPY_ATTRIBUTES);
        Files.setPosixFilePermissions(entry, Files.getPosixFilePermissions(file));
      }
    }
  }
}
