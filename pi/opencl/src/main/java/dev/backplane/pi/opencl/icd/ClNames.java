package dev.backplane.pi.opencl.icd;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/** The functions of OpenCL's dispatch table in the order of their slots, up to OpenCL 3.0. */
final class ClNames {
  private static final String FIRST_WORD = "OpenCL ";

  static final List<String> ALL =
      words(
          """
          clGetPlatformIDs clGetPlatformInfo clGetDeviceIDs clGetDeviceInfo clCreateContext
          clCreateContextFromType clRetainContext clReleaseContext clGetContextInfo
          clCreateCommandQueue clRetainCommandQueue clReleaseCommandQueue clGetCommandQueueInfo
          clSetCommandQueueProperty clCreateBuffer clCreateImage2D clCreateImage3D clRetainMemObject
          clReleaseMemObject clGetSupportedImageFormats clGetMemObjectInfo clGetImageInfo
          clCreateSampler clRetainSampler clReleaseSampler clGetSamplerInfo
          clCreateProgramWithSource clCreateProgramWithBinary clRetainProgram clReleaseProgram
          clBuildProgram clUnloadCompiler clGetProgramInfo clGetProgramBuildInfo clCreateKernel
          clCreateKernelsInProgram clRetainKernel clReleaseKernel clSetKernelArg clGetKernelInfo
          clGetKernelWorkGroupInfo clWaitForEvents clGetEventInfo clRetainEvent clReleaseEvent
          clGetEventProfilingInfo clFlush clFinish clEnqueueReadBuffer clEnqueueWriteBuffer
          clEnqueueCopyBuffer clEnqueueReadImage clEnqueueWriteImage clEnqueueCopyImage
          clEnqueueCopyImageToBuffer clEnqueueCopyBufferToImage clEnqueueMapBuffer clEnqueueMapImage
          clEnqueueUnmapMemObject clEnqueueNDRangeKernel clEnqueueTask clEnqueueNativeKernel
          clEnqueueMarker clEnqueueWaitForEvents clEnqueueBarrier clGetExtensionFunctionAddress
          clCreateFromGLBuffer clCreateFromGLTexture2D clCreateFromGLTexture3D
          clCreateFromGLRenderbuffer clGetGLObjectInfo clGetGLTextureInfo clEnqueueAcquireGLObjects
          clEnqueueReleaseGLObjects clGetGLContextInfoKHR clGetDeviceIDsFromD3D10KHR
          clCreateFromD3D10BufferKHR clCreateFromD3D10Texture2DKHR clCreateFromD3D10Texture3DKHR
          clEnqueueAcquireD3D10ObjectsKHR clEnqueueReleaseD3D10ObjectsKHR clSetEventCallback
          clCreateSubBuffer clSetMemObjectDestructorCallback clCreateUserEvent clSetUserEventStatus
          clEnqueueReadBufferRect clEnqueueWriteBufferRect clEnqueueCopyBufferRect
          clCreateSubDevicesEXT clRetainDeviceEXT clReleaseDeviceEXT clCreateEventFromGLsyncKHR
          clCreateSubDevices clRetainDevice clReleaseDevice clCreateImage
          clCreateProgramWithBuiltInKernels clCompileProgram clLinkProgram clUnloadPlatformCompiler
          clGetKernelArgInfo clEnqueueFillBuffer clEnqueueFillImage clEnqueueMigrateMemObjects
          clEnqueueMarkerWithWaitList clEnqueueBarrierWithWaitList
          clGetExtensionFunctionAddressForPlatform clCreateFromGLTexture clGetDeviceIDsFromD3D11KHR
          clCreateFromD3D11BufferKHR clCreateFromD3D11Texture2DKHR clCreateFromD3D11Texture3DKHR
          clCreateFromDX9MediaSurfaceKHR clEnqueueAcquireD3D11ObjectsKHR
          clEnqueueReleaseD3D11ObjectsKHR clGetDeviceIDsFromDX9MediaAdapterKHR
          clEnqueueAcquireDX9MediaSurfacesKHR clEnqueueReleaseDX9MediaSurfacesKHR
          clCreateFromEGLImageKHR clEnqueueAcquireEGLObjectsKHR clEnqueueReleaseEGLObjectsKHR
          clCreateEventFromEGLSyncKHR clCreateCommandQueueWithProperties clCreatePipe clGetPipeInfo
          clSVMAlloc clSVMFree clEnqueueSVMFree clEnqueueSVMMemcpy clEnqueueSVMMemFill
          clEnqueueSVMMap clEnqueueSVMUnmap clCreateSamplerWithProperties clSetKernelArgSVMPointer
          clSetKernelExecInfo clGetKernelSubGroupInfoKHR clCloneKernel clCreateProgramWithIL
          clEnqueueSVMMigrateMem clGetDeviceAndHostTimer clGetHostTimer clGetKernelSubGroupInfo
          clSetDefaultDeviceCommandQueue clSetProgramReleaseCallback
          clSetProgramSpecializationConstant clCreateBufferWithProperties
          clCreateImageWithProperties clSetContextDestructorCallback
          """);

  private ClNames() {}

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (StringTokenizer rest = new StringTokenizer(text); rest.hasMoreTokens(); ) {
      words.add(rest.nextToken());
    }
    return List.copyOf(words);
  }

  /**
   * {@return how many slots the table of a platform has; behind them is whatever the library has
   * there}
   *
   * @param version what the platform says: {@code OpenCL 1.2 ...}
   */
  static int slots(String version) {
    String last =
        switch (number(version)) {
          case "1.0" -> "clGetExtensionFunctionAddress";
          case "1.1" -> "clEnqueueCopyBufferRect";
          case "1.2" -> "clCreateFromGLTexture";
          case "2.0" -> "clSetKernelExecInfo";
          case "2.1" -> "clSetDefaultDeviceCommandQueue";
          case "2.2" -> "clSetProgramSpecializationConstant";
          default -> ALL.getLast();
        };
    return ALL.indexOf(last) + 1;
  }

  /** {@return {@code 1.2} of {@code OpenCL 1.2 ...}, or something else if it does not begin so} */
  private static String number(String version) {
    int begin = version.startsWith(FIRST_WORD) ? FIRST_WORD.length() : version.length();
    int dot = afterDigits(version, begin);
    return version.substring(begin, afterDigits(version, Math.min(dot + 1, version.length())));
  }

  private static int afterDigits(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
