import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes an image of a container from nothing: {@code Image TAR VERSION MACHINE SECONDS DEBIAN
 * PACKAGE SCRATCH}. The tree DEBIAN is the first layer and changes rarely; PACKAGE is below
 * /opt/backplane. No daemon and no registry is asked.
 */
void main(String[] arguments) throws Exception {
  Path tar = Path.of(arguments[0]);
  String version = arguments[1];
  String machine = arguments[2].equals("aarch64") ? "arm64" : "amd64";
  Instant made = Instant.ofEpochSecond(Long.parseLong(arguments[3]));
  Path scratch = Path.of(arguments[6]);
  Jib.fromScratch()
      .setPlatforms(Set.of(new Platform(machine, "linux")))
      .addFileEntriesLayer(layer("debian", Path.of(arguments[4]), "/"))
      .addFileEntriesLayer(layer("backplane", Path.of(arguments[5]), "/opt/backplane"))
      .setEnvironment(
          Map.of("LANG", "C.UTF-8", "PATH", "/opt/backplane/bin:/usr/bin:/bin", "HOME", "/tmp"))
      .setEntrypoint("/opt/backplane/bin/backplane")
      .setProgramArguments(List.of("--help"))
      .setCreationTime(made)
      .containerize(
          Containerizer.to(TarImage.at(tar).named("backplane:" + version))
              .setOfflineMode(true)
              .setBaseImageLayersCache(scratch.resolve("base"))
              .setApplicationLayersCache(scratch.resolve("layers")));
}

/** Times are kept: a cache of classes knows by them the jars that it was made of. */
static FileEntriesLayer layer(String name, Path tree, String place) throws IOException {
  FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
  try (Stream<Path> files = Files.walk(tree)) {
    for (Path file : files.filter(each -> !each.equals(tree)).sorted().toList()) {
      layer.addEntry(
          file,
          AbsoluteUnixPath.get(place).resolve(tree.relativize(file)),
          FilePermissions.fromPosixFilePermissions(Files.getPosixFilePermissions(file)),
          Files.getLastModifiedTime(file).toInstant());
    }
  }
  return layer.build();
}
