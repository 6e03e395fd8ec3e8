package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.XmlElement;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The files of the synthesis view of an IP-XACT component. */
final class ComponentFiles {
  private final String file;
  private final Path folder;
  private final Optional<XmlElement> view;
  private final List<XmlElement> files = new ArrayList<>();

  ComponentFiles(XmlElement component, String file, Path folder) {
    this.file = file;
    this.folder = folder;
    List<XmlElement> views =
        component
            .child("model")
            .map(model -> ComponentXml.children(model, "views", "view"))
            .orElse(List.of());
    view =
        views.stream()
            .filter(each -> ComponentXml.text(each, "envIdentifier").contains("synthesis"))
            .findFirst()
            .or(
                () ->
                    views.stream()
                        .filter(each -> ComponentXml.text(each, "name").contains("synthesis"))
                        .findFirst());
    List<String> wanted =
        view.stream()
            .flatMap(each -> each.all("fileSetRef").stream())
            .map(ref -> ComponentXml.text(ref, "localName"))
            .toList();
    for (XmlElement set : ComponentXml.children(component, "fileSets", "fileSet")) {
      if (wanted.isEmpty() || wanted.contains(ComponentXml.text(set, "name"))) {
        files.addAll(set.all("file"));
      }
    }
  }

  /** {@return the top module that the view names} */
  Optional<String> top() {
    return view.map(each -> ComponentXml.text(each, "modelName")).filter(name -> !name.isEmpty());
  }

  List<Path> sources() {
    Set<Path> sources = new LinkedHashSet<>();
    for (XmlElement each : files) {
      Path path = path(each);
      if (SourceGlobs.isSource(path) && !isInclude(each)) {
        sources.add(path);
      }
    }
    return List.copyOf(sources);
  }

  List<Path> includes() {
    Set<Path> folders = new LinkedHashSet<>();
    for (XmlElement each : files) {
      Path path = path(each);
      Path parent = path.getParent();
      if (parent != null
          && (isInclude(each) || Set.of("vh", "svh").contains(SourceGlobs.suffix(path)))) {
        folders.add(parent);
      }
    }
    return List.copyOf(folders);
  }

  private static boolean isInclude(XmlElement each) {
    return ComponentXml.text(each, "isIncludeFile").equals("true");
  }

  private Path path(XmlElement each) {
    String name = ComponentXml.text(each, "name");
    try {
      return folder.resolve(name).normalize();
    } catch (InvalidPathException e) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          "%s:%d: '%s' is no name of a file. Correct the description"
              .formatted(file, each.line(), name),
          e);
    }
  }
}
