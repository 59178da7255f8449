"""How Numba compiles kernels: machine code for those that Python calls, and for no others.

Numba optimises each function together with all that it calls and makes machine code of it, again at
every level of calls. For a kernel that only kernels call that is wasted: whoever takes its code in
optimises it once more. So a kernel has two compiled forms, each made when it is asked for: one for
Python, and a part that other kernels take in, which stays LLVM's code and isn't optimised alone.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
from numba.core import types

# It leans on Numba's insides, which may change: others compile kernels in their usual way, which
# only takes longer.
TRIED = ("0.68.",)

try:
    from llvmlite import binding
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler
    from numba.core.registry import CPUDispatcher
except ImportError:
    JITCodeLibrary = Compiler = CPUDispatcher = object
    PARTS = False
else:
    PARTS = numba.__version__.startswith(TRIED)

# How the names of some variables in Numba's modules begin: those that it sets from Python; those by
# which functions that call each other find the other; and addresses in this process.
_SET_FROM_PYTHON = "_ZN08NumbaEnv"
_TIED_TO_THE_ENGINE = (".numba.unresolved$", "numba.dynamic.globals")


class PartLibrary(JITCodeLibrary):
    """The code of a part and of all that it calls, for those who take it in.

    The engine, which would make machine code of it, gets the variables without any function.
    """

    _final_module: Any
    _shared_module: Any

    def _optimize_final_module(self) -> None:
        """Whoever takes it in does this."""

    def _finalize_final_module(self) -> None:
        module = self._final_module
        if not any(one.name.startswith(_TIED_TO_THE_ENGINE) for one in module.global_variables):
            for function in module.functions:
                if not function.is_declaration and function.linkage == binding.Linkage.external:
                    function.linkage = "linkonce_odr"  # may be taken in many times
            self._shared_module = module
            self._final_module = self._without_functions(module)
        super()._finalize_final_module()

    def _without_functions(self, module: Any) -> Any:
        """A module with those variables of another that Numba sets from Python."""
        lines = [str(self._codegen._create_empty_module(self.name))]
        for variable in module.global_variables:
            if variable.name.startswith(_SET_FROM_PYTHON):
                lines.append(str(variable))
        made = binding.parse_assembly("\n".join(lines))
        made.name = module.name
        return made


class PartCompiler(Compiler):
    """Numba's compiler, with a `PartLibrary` to put the code into."""

    def define_pipelines(self) -> Any:
        """The usual passes."""
        state = self.state
        if state.library is None:
            state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return super().define_pipelines()


class Part(CPUDispatcher):
    """A kernel as kernels call it: compiled once, whatever integers it is given.

    Numba computes with 64 bits anyway; unsigned ones stay, as with them it counts differently.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How Numba types a call."""
        wide = {name: _widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(_widened, args)), wide)


def _widened(kind: Any) -> Any:
    """64 bits for a signed integer, be it narrower or a literal, which to Numba is a type too."""
    return types.int64 if getattr(kind, "signed", False) else kind


class Whole(CPUDispatcher):
    """A kernel as Python calls it. Where a kernel calls it, its part is meant."""

    part: Any

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.part)


def add_part(whole: Any, compiled: Callable[..., Any]) -> None:
    """Let kernels that call `whole` take in a part; `compiled(function, **options)` makes it."""
    if not PARTS:
        return
    function = whole.py_func
    # A function of its own: Numba refuses to compile one within itself, and some call themselves.
    again = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    again.__qualname__ = function.__qualname__
    again.__module__ = function.__module__
    unwrapped = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    whole.part = compiled(again, **unwrapped, pipeline_class=PartCompiler)
    whole.part.__class__ = Part
    whole.__class__ = Whole
