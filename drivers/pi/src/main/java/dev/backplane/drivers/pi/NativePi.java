package dev.backplane.drivers.pi;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.backplane.api.spi.NativeCall;
import dev.backplane.pi.Pi;
import dev.backplane.pi.PiCalls;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * {@link Pi} over addresses of functions. The class is made from the interface when it is first
 * needed: a final field for the address of each function, and a method that passes its arguments
 * and that field on to {@link PiCalls}. Writing that down would be the interface a second time.
 */
final class NativePi {
  private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
  private static final List<Method> FUNCTIONS = functions();
  private static final MethodHandle CONSTRUCTOR = make();

  private NativePi() {}

  /**
   * Binds a table.
   *
   * @param addresses the address of a function by its name in C; a null pointer where it is missing
   * @return the table
   */
  static Pi over(Function<String, MemorySegment> addresses) {
    MemorySegment[] functions =
        FUNCTIONS.stream().map(each -> addresses.apply(name(each))).toArray(MemorySegment[]::new);
    try {
      return (Pi) CONSTRUCTOR.invokeExact(functions);
    } catch (Throwable t) {
      throw new IllegalStateException("the table cannot be made", t);
    }
  }

  private static String name(Method function) {
    String prototype = function.getAnnotation(NativeCall.class).value();
    return prototype.substring(0, prototype.indexOf('('));
  }

  private static List<Method> functions() {
    List<Method> functions = new ArrayList<>(Arrays.asList(Pi.class.getMethods()));
    functions.removeIf(each -> !each.isAnnotationPresent(NativeCall.class));
    functions.sort(Comparator.comparing(Method::getName));
    return functions;
  }

  private static MethodHandle make() {
    ClassDesc self = ClassDesc.of(NativePi.class.getPackageName(), "BoundPi");
    byte[] bytes =
        ClassFile.of()
            .build(
                self,
                made -> {
                  made.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                      .withInterfaceSymbols(ClassDesc.of(Pi.class.getName()));
                  constructor(made, self);
                  for (int i = 0; i < FUNCTIONS.size(); i++) {
                    function(made, self, i, FUNCTIONS.get(i));
                  }
                });
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
      return lookup
          .findConstructor(
              lookup.lookupClass(), MethodType.methodType(void.class, MemorySegment[].class))
          .asType(MethodType.methodType(Pi.class, MemorySegment[].class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static void constructor(ClassBuilder made, ClassDesc self) {
    MethodTypeDesc type = MethodTypeDesc.of(CD_void, SEGMENT.arrayType());
    made.withMethodBody(
        INIT_NAME,
        type,
        0,
        code -> {
          code.aload(0).invokespecial(ConstantDescs.CD_Object, INIT_NAME, MTD_void);
          for (int i = 0; i < FUNCTIONS.size(); i++) {
            code.aload(0).aload(1).loadConstant(i).aaload().putfield(self, field(i), SEGMENT);
          }
          code.return_();
        });
  }

  private static void function(ClassBuilder made, ClassDesc self, int index, Method function) {
    made.withField(field(index), SEGMENT, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
    MethodTypeDesc type =
        MethodType.methodType(function.getReturnType(), function.getParameterTypes())
            .describeConstable()
            .orElseThrow();
    made.withMethodBody(
        function.getName(),
        type,
        ClassFile.ACC_PUBLIC,
        code -> {
          code.aload(0).getfield(self, field(index), SEGMENT);
          int local = 1;
          for (ClassDesc each : type.parameterList()) {
            TypeKind kind = TypeKind.from(each);
            code.loadLocal(kind, local);
            if (kind == TypeKind.INT) {
              code.i2l();
            }
            local += kind.slotSize();
          }
          code.invokestatic(
                  ClassDesc.of(PiCalls.class.getName()), "call", words(type.parameterCount()))
              .ireturn();
        });
  }

  private static MethodTypeDesc words(int count) {
    return MethodTypeDesc.of(CD_int, Collections.nCopies(count, CD_long))
        .insertParameterTypes(0, SEGMENT);
  }

  private static String field(int index) {
    return "f" + index;
  }
}
