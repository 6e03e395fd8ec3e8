package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.cache.CodeIdentity;
import dev.backplane.rtl.base.cache.ContentCache;
import dev.backplane.rtl.base.cache.ContentDigest;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.ReachableSources;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Elaborations by their inputs: what a top can reach of the sources, with included files, memory
 * files and files beside them, macros and parameters; the front end and the versions of its tools;
 * and our own code. A description is no input, as it is held to the netlist in every build. Nothing
 * of the cache is an error: an entry that cannot be read is made again, and one that cannot be
 * written is not kept. Immutable; may be used by several threads.
 */
final class ElaborationCache {
  private static final long BYTES = 256L << 20;

  private static final String NETLIST = "design.net";
  private static final String TOOL = "tool.txt";
  private static final String WARNINGS = "warnings.txt";

  private final ContentCache entries;
  private final String version;
  private final boolean rebuild;

  ElaborationCache(Path folder, String version, boolean rebuild) {
    entries = new ContentCache(folder, BYTES);
    this.version = version + CodeIdentity.of(FrontEnd.class, Netlist.class, ElaborationCache.class);
    this.rebuild = rebuild;
  }

  /**
   * The entry of a design.
   *
   * @param tool the front end
   * @param sources what it will be given
   * @param top the top module
   */
  Entry entry(FrontEnd tool, ReachableSources sources, String top) throws IOException {
    ContentDigest digest =
        new ContentDigest().add(version).add(tool.identity(sources.sources())).add(top);
    sources.addTo(digest);
    return new Entry(digest.hexName(), SourceNames.of(sources.sources()));
  }

  /** An entry, which may be missing. */
  final class Entry {
    private final String name;
    private final SourceNames names;

    private Entry(String name, SourceNames names) {
      this.name = name;
      this.names = names;
    }

    /** Tells whether it is of the same inputs as another one. */
    boolean isSame(Entry other) {
      return name.equals(other.name);
    }

    Optional<Elaboration> load() {
      return rebuild ? Optional.empty() : entries.find(name, this::read);
    }

    private Elaboration read(Path folder) throws IOException {
      try {
        String warnings = Files.readString(folder.resolve(WARNINGS));
        return new Elaboration(
            names.restore(
                NetlistReader.read(
                    Files.readString(folder.resolve(NETLIST), StandardCharsets.US_ASCII))),
            Files.readString(folder.resolve(TOOL)),
            warnings.isEmpty() ? List.of() : List.of(names.restore(warnings).split("\0", -1)));
      } catch (RtlException e) {
        throw new IOException(e);
      }
    }

    void store(Elaboration elaboration) {
      entries.replace(
          name,
          folder -> {
            Files.writeString(
                folder.resolve(NETLIST),
                NetlistWriter.write(names.replace(elaboration.netlist())),
                StandardCharsets.US_ASCII);
            Files.writeString(folder.resolve(TOOL), elaboration.tool());
            Files.writeString(
                folder.resolve(WARNINGS), names.replace(String.join("\0", elaboration.warnings())));
          });
    }
  }
}
