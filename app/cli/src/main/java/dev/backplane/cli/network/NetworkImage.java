package dev.backplane.cli.network;

import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.command.Versions;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.images.SourceList;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Makes an image of a design, as {@code backplane build} does of its files. */
final class NetworkImage {
  private NetworkImage() {}

  /**
   * Writes the image.
   *
   * @param design the design
   * @param target the file of the image
   * @param embedsSources whether the sources are in it
   * @param common how the build is interrupted
   * @param progress who is told of the steps
   */
  static void write(
      Design design, Path target, boolean embedsSources, CommonOptions common, Progress progress) {
    try (OutputFile file = OutputFile.at(target);
        DesignFolder folder = DesignFolder.of(design)) {
      BuiltImage built =
          common
              .interruption()
              .cancelling(
                  Thread.currentThread()::interrupt,
                  () -> build(design, folder.path(), embedsSources, progress));
      file.write(MemorySegment.ofArray(built.bytes()));
    }
  }

  private static BuiltImage build(
      Design design, Path folder, boolean embedsSources, Progress progress) {
    SourceList list =
        new SourceList()
            .add(
                design.files().stream()
                    .map(HdlFile::name)
                    .sorted()
                    .map(name -> folder.resolve(name).toString())
                    .toList());
    ImageBuild build =
        ImageBuild.of(list.sources())
            .kernels(List.of(folder.resolve(design.description().name())))
            .embedSources(embedsSources);
    UserCache.folder("kernels").ifPresent(cache -> build.cache(cache, Versions.backplane(), false));
    return build.build(progress::step);
  }
}
